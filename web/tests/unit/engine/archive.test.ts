import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readArchive } from "../../../src/engine/archive";

/** An archive with these files, as Python's zipfile writes it. */
function archiveOf(files: Record<string, string>, method = 0): Uint8Array {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = method ? deflateRawSync(text) : Buffer.from(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(name), content);
    entries.push(entry, Buffer.from(name));
    at += 30 + name.length + content.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...parts, ...entries, end]));
}

describe("an archive", () => {
  test("gives its files by name", () => {
    const files = readArchive(archiveOf({ "a/b.py": "x = 1\n", "empty.py": "" }));
    expect([...files].map(([name, content]) => [name, new TextDecoder().decode(content)])).toEqual([["a/b.py", "x = 1\n"], ["empty.py", ""]]);
  });

  test("is refused if it is damaged, cut off or compressed", () => {
    const whole = archiveOf({ "a.py": "x = 1\n" });
    expect(() => readArchive(whole.subarray(0, -1))).toThrow();
    expect(() => readArchive(new Uint8Array(3))).toThrow();
    expect(() => readArchive(archiveOf({ "a.py": "x = 1\n" }, 8))).toThrow();
  });
});
