/** Score sheets as a person with a phone uses them: by touch, counting every tap. */

import type { Page } from "playwright-core";
import { expect } from "vitest";

export interface EnteredGame {
  /** The seat that went out, or that the pool ran out. */
  end: number | "pool";
  /** The tiles of each seat. */
  racks: readonly string[];
}

export class SheetHand {
  taps = 0;

  constructor(readonly page: Page) {}

  async tap(name: string | RegExp, exact = true): Promise<void> {
    this.taps += 1;
    await this.page.getByRole("button", { name, exact }).first().tap();
  }

  /** Make a sheet for these players. */
  async create(profile: string, names: readonly string[], title = "Sunday match"): Promise<void> {
    const { page } = this;
    await page.evaluate(() => (location.hash = "#/sheet/new"));
    await page.getByRole("heading", { name: "Who plays?" }).waitFor();
    await page.getByRole("button", { name: "Another box" }).tap();
    await page.locator(`input[value="${profile}"]`).check({ force: true });
    const fields = page.getByRole("textbox", { name: /^Name, / });
    while ((await fields.count()) > names.length) await page.getByRole("button", { name: /^Remove / }).last().tap();
    while ((await fields.count()) < names.length) await page.getByRole("button", { name: "Add a person" }).tap();
    for (const [n, name] of names.entries()) await fields.nth(n).fill(name);
    await page.getByLabel("Name of the sheet").fill(title);
    await page.getByRole("button", { name: "Start", exact: true }).tap();
    await page.locator("table").waitFor();
  }

  /** Tap in a tile on the pad. */
  async tile(face: string): Promise<void> {
    this.taps += 1;
    await this.page.locator(`.pad [data-face="${face}"]`).tap();
  }

  /** Enter the game that the sheet asks for; returns how many taps it took. */
  async enter({ end, racks }: EnteredGame, names: readonly string[]): Promise<number> {
    const before = this.taps;
    await this.tap(end === "pool" ? "The pool ran out" : names[end]!);
    const left = racks.map((_, seat) => seat).filter((seat) => seat !== end);
    for (const [n, seat] of left.entries()) {
      await this.page.getByRole("heading", { name: `${names[seat]}’s rack` }).waitFor();
      for (const face of racks[seat]!.split(" ")) await this.tile(face);
      if (n < left.length - 1) await this.tap(`Next: ${names[left[n + 1]!]}`);
    }
    return this.taps - before;
  }

  /** The rows of the table as text, without the totals. */
  rows(part: "tbody" | "tfoot" = "tbody"): Promise<string[][]> {
    return this.page.locator(`table ${part} tr`).evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent.trim())));
  }

  async expectTotals(totals: readonly string[]): Promise<void> {
    await expect.poll(async () => (await this.rows("tfoot")).map((row) => row.join())).toContain(totals.join());
  }

  /** Wait until every tap is on the disk. */
  stored(): Promise<void> {
    return this.page.getByText("Saved on this device").waitFor();
  }
}
