const pages = {"":["HomePage-B8813xoI.js","HomePage-CDJwTRe6.css","parts-DlcTHf9E.js","parts-CNBzUMwc.css","rolldown-runtime-DK3Fl9T5.js","playChoice.svelte-rGd_Z-kd.js","deviceCopy.svelte-CB3LhoXZ.js","engine.svelte-CQgmyCdl.js","metered-BBabcd4E.js","party-4cDhTioH.js","JoinByCode-Bv6crEaS.js","JoinByCode-BfcSuV8D.css","StrongestNote-dydFI3RC.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-DWq76b6A.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-DlcTHf9E.js","parts-CNBzUMwc.css","board-B16aYa1z.js","board-zAU0mGT2.css"],"t":["TablePage-DWq76b6A.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-DlcTHf9E.js","parts-CNBzUMwc.css","board-B16aYa1z.js","board-zAU0mGT2.css"]};
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
