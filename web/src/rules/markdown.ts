/** A parser for the Markdown that the rulebook uses: headings, lists and paragraphs. */

export type Block = { kind: "heading"; level: number; text: string } | { kind: "list"; items: string[] } | { kind: "text"; text: string };

export function parseMarkdown(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const part of markdown.split(/\n\s*\n/)) {
    const lines = part.split("\n").filter((line) => line.trim());
    if (!lines.length) continue;
    const heading = /^(#+)\s+(.*)$/.exec(lines[0]!);
    if (heading) {
      blocks.push({ kind: "heading", level: heading[1]!.length, text: stripEmphasis(heading[2]!) });
      lines.shift();
    }
    if (!lines.length) continue;
    if (lines.some((line) => /^\s*[-*] /.test(line))) {
      const items: string[] = [];
      for (const line of lines) {
        if (/^\s*[-*] /.test(line)) items.push(stripEmphasis(line.replace(/^\s*[-*] /, "")));
        else if (items.length) items[items.length - 1] += ` ${stripEmphasis(line.trim())}`;
        else blocks.push({ kind: "text", text: stripEmphasis(line) });
      }
      blocks.push({ kind: "list", items });
    } else blocks.push({ kind: "text", text: stripEmphasis(lines.join(" ")) });
  }
  return blocks;
}

function stripEmphasis(text: string): string {
  return text.replace(/\*\*(.+?)\*\*/g, "$1").replace(/`(.+?)`/g, "$1").replace(/\*(.+?)\*/g, "$1");
}
