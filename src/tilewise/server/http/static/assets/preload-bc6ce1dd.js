const pages = {"":["HomePage-fD9sHgsE.js","HomePage-CDJwTRe6.css","parts-CkjJRlMo.js","parts-CNBzUMwc.css","rolldown-runtime-DK3Fl9T5.js","playChoice.svelte-yw0iE6Pi.js","deviceCopy.svelte-BrCdJ0Sk.js","engine.svelte-BlzoEWVy.js","metered-BBabcd4E.js","party-BpkazrvL.js","JoinByCode-CDhBWwoG.js","JoinByCode-BfcSuV8D.css","StrongestNote-C5Ac0E65.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-ClR_T8uU.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-CkjJRlMo.js","parts-CNBzUMwc.css","board-IDbJrmhR.js","board-zAU0mGT2.css"],"t":["TablePage-ClR_T8uU.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-CkjJRlMo.js","parts-CNBzUMwc.css","board-IDbJrmhR.js","board-zAU0mGT2.css"]};
const texts = {"en":["en-IH7vrUdd.js"],"de":["de-CKptgTl2.js"],"pl":["pl-eOtGm2pa.js"]};
let language;
try {
  language = JSON.parse(localStorage.getItem("tilewise.preferences")).language;
} catch {}
language ??= navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((word) => word in texts) ?? "en";
for (const file of [...(texts[language] ?? []), ...(pages[location.hash.split("/")[1] ?? ""] ?? [])]) {
  const isStyle = file.endsWith(".css");
  document.head.append(Object.assign(document.createElement("link"), { rel: isStyle ? "preload" : "modulepreload", as: isStyle ? "style" : "", crossOrigin: "", href: new URL(file, document.currentScript.src).href }));
}
