/** Which Chromium runs the tests, and how. */

export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
export const CHROMIUM_OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
