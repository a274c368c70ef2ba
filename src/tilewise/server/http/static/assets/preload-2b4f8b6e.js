const pages = {"":["HomePage-CQnWJQ7x.js","HomePage-CDJwTRe6.css","parts-DHyV-u1F.js","parts-CNBzUMwc.css","rolldown-runtime-DK3Fl9T5.js","playChoice.svelte-Cx5qFVZk.js","deviceCopy.svelte-C4AqEWcc.js","engine.svelte-BUhLXCGJ.js","metered-BBabcd4E.js","party-CzrYeUhg.js","JoinByCode-CVezrm6u.js","JoinByCode-BfcSuV8D.css","StrongestNote-Dk5tIbwm.js","StrongestNote-CLwiAJUc.css"],"table":["TablePage-DHqMX_lJ.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-DHyV-u1F.js","parts-CNBzUMwc.css","board-Bky8gzfM.js","board-zAU0mGT2.css"],"t":["TablePage-DHqMX_lJ.js","TablePage-D4E0ade1.css","rolldown-runtime-DK3Fl9T5.js","parts-DHyV-u1F.js","parts-CNBzUMwc.css","board-Bky8gzfM.js","board-zAU0mGT2.css"]};
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
