const pages = {"":["HomePage-CPWSQsqB.js","HomePage-CDJwTRe6.css","parts-CIixRZ-u.js","parts-CNBzUMwc.css","rolldown-runtime-DK3Fl9T5.js","playChoice.svelte-D-QRk6MM.js","deviceCopy.svelte-CPSNo4Tr.js","engine.svelte-w3YCoYU4.js","metered-BBabcd4E.js","party-BNWXbwkV.js","JoinByCode-CBzTJacE.js","JoinByCode-BfcSuV8D.css","StrongestNote-D3Wsm7XN.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-DHn7_vyU.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-CIixRZ-u.js","parts-CNBzUMwc.css","board-DWrG2Fr6.js","board-zAU0mGT2.css"],"t":["TablePage-DHn7_vyU.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-CIixRZ-u.js","parts-CNBzUMwc.css","board-DWrG2Fr6.js","board-zAU0mGT2.css"]};
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
