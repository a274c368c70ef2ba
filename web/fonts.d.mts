/** The folder of the committed fonts. */
export const FOLDER: string;
/** The characters of each part of a font. */
export const CHARACTERS: Record<"digits" | "letters" | "base" | "polish" | "west" | "east", string>;
/** Return the contents of every file in `FOLDER`, by name. */
export function makeFonts(): Promise<Record<string, Buffer>>;
