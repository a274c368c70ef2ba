import type { Texts } from "./texts";
import { en } from "./en";
export const de: Texts = en;
