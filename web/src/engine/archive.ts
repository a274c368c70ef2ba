/** Archives as the engine's files are packed: ZIP without compression. */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** Bytes of the records before their names. */
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;

/** Return the files of an archive by name; throws if it is none, or compressed. */
export function readArchive(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - END_SIZE;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error("This is no archive.");
  const files = new Map<string, Uint8Array>();
  const decoder = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (view.getUint32(at, true) !== ENTRY || view.getUint16(at + 10, true) !== 0) throw new Error("The archive is damaged, or compressed.");
    const size = view.getUint32(at + 20, true);
    const nameSize = view.getUint16(at + 28, true);
    const name = decoder.decode(bytes.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + nameSize));
    const local = view.getUint32(at + 42, true);
    const start = local + LOCAL_SIZE + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.set(name, bytes.subarray(start, start + size));
    at += ENTRY_SIZE + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}
