/** Unit tests read the texts in English, unless they set another language. */

import { setLanguage } from "../../src/words/translation.svelte";

await setLanguage("en");
