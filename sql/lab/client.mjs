// The page's side of the Worker: a promise for each request, and one move at a time, of
// which only the latest waits. What hangs can be stopped: the Worker is made anew.

export class Client {
  #make;
  #start;
  #hear;
  #worker;
  #asked = new Map();
  #number = 0;
  #moving = false;
  #next = null;

  /** make() gives a Worker, start what it is told first; hear(message) gets what it says
   * unasked. */
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

  /** Asks for a move; while one is under way the latest waits, and those between are
   * passed over. `take` gets the answer and what was asked. */
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

  /** Ends whatever runs, for good. */
  stop() {
    this.#worker.terminate();
    this.#next = null;
    this.#fail(new Error("stopped"));
  }

  /** Ends whatever runs; the history must be opened again. */
  restart() {
    this.stop();
    this.#begin();
  }
}
