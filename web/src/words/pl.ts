import type { Texts } from "./texts";
import { en } from "./en";
export const pl: Texts = en;
