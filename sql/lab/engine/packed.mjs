// Unpacks the files that the bundler has put into the page, each in an element.

export async function unpack(id) {
  const element = document.getElementById(id);
  const packed = Uint8Array.from(atob(element.textContent.trim()), (c) =>
    c.charCodeAt(0));
  const stream = new Blob([packed]).stream()
    .pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Starts a Worker: its module is the text of the element with this id. */
export function startWorker(id) {
  const text = document.getElementById(id).textContent;
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}
