// The page sends its requests to the Worker through a Client. A move is a request about a
// changed policy. Only one move runs at a time; of several waiting moves, only the latest
// will run. A request that hangs can be stopped: then a new Worker starts.

export class Client {
  #make;
  #start;
  #hear;
  #worker;
  #asked = new Map();
  #number = 0;
  #moving = false;
  #next = null;

  /** make() returns a Worker, and start is the first message to it. hear(message)
   * receives messages that answer no request. */
  constructor(make, start, hear) {
    this.#make = make;
    this.#start = start;
    this.#hear = hear;
    this.#begin();
  }

  #begin() {
    this.#worker = this.#make();
    this.#worker.onmessage = ({ data }) => this.#take(data);
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      this.#fail(new Error(event.message || "the engine has stopped"));
    };
    this.ask("start", this.#start).catch(() => {});
  }

  #take({ id, answer, error, ...message }) {
    if (id === undefined) {
      this.#hear(message);
      return;
    }
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (!asked) return;
    if (error === undefined) asked.resolve(answer);
    else asked.reject(new Error(error));
  }

  #fail(error) {
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
  }

  ask(kind, request = {}, transfer = []) {
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#worker.postMessage({ ...request, id, kind }, transfer);
    });
  }

  /** Requests a move. While a move runs, only the latest request waits; older waiting
   * requests are dropped. take(answer, more) receives the answer, and true if another
   * request waits. */
  async move(request, take, fail) {
    if (this.#moving) {
      this.#next = [request, take, fail];
      return;
    }
    this.#moving = true;
    try {
      take(await this.ask("move", request()), this.#next !== null);
    } catch (error) {
      fail(error);
    }
    this.#moving = false;
    if (this.#next) {
      const next = this.#next;
      this.#next = null;
      this.move(...next);
    }
  }

  stop() {
    this.#worker.terminate();
    this.#next = null;
    this.#fail(new Error("stopped"));
  }

  /** Ends the Worker with its running request, and starts a new Worker, in which the
   * history must be opened again. */
  restart() {
    this.stop();
    this.#begin();
  }
}
