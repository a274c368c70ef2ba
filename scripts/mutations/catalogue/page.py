"""Mistakes in what a person sees, hears and touches in the browser."""

from __future__ import annotations

from typing import Final

from scripts.mutations.mutation import Mutation

WHERE_IT_LIES: Final = (
    "  const list = tile.offsetParent!.getBoundingClientRect();\n"
    "  return { left: list.left + tile.offsetLeft, top: list.top + tile.offsetTop, width: tile.offsetWidth };\n"
)
WHERE_IT_FLIES: Final = "  const { left, top, width } = tile.getBoundingClientRect();\n  return { left, top, width };\n"

PAGE: Final = (
    Mutation(
        "Flying tiles are measured where they fly, each change begins anew, and they grow without end.",
        "page",
        "web/src/board/flights.ts",
        WHERE_IT_LIES,
        WHERE_IT_FLIES,
        (
            "web/tests/browser/flights.test.ts :: each tile sets out once",
            "web/tests/browser/flights.test.ts :: tiles fly calmly in the deal",
            "web/tests/browser/flights.test.ts",
        ),
        also=(
            ("const scale = Math.min(from.width / to.width, LARGEST);", "const scale = from.width / to.width;"),
            (
                "const x = within(from.left + shrunk, to.left, to.width, view.width) -",
                "const x = from.left + shrunk * 0 -",
            ),
            (
                "const y = within(from.top + shrunk * RATIO, to.top, to.width * RATIO, view.height) -",
                "const y = from.top -",
            ),
            ("return was?.tile === tile && !origins.has(id)", "return false && was?.tile === tile && !origins.has(id)"),
        ),
    ),
    Mutation(
        "A tile that is sent elsewhere while it flies goes on towards a wrong place.",
        "page",
        "web/src/board/flights.ts",
        WHERE_IT_LIES,
        WHERE_IT_FLIES,
        (
            "web/tests/browser/flights.test.ts :: a tile that is sent elsewhere in mid-flight",
            "web/tests/browser/flights.test.ts",
        ),
    ),
    Mutation(
        "A tile that comes from a tiny or a huge place is divided by it, and fills the window.",
        "page",
        "web/src/board/flights.ts",
        "const scale = Math.min(from.width / to.width, LARGEST);",
        "const scale = from.width / to.width;",
        ("web/tests/unit/board/flights.test.ts",),
    ),
    Mutation(
        "The first tiles that are laid in a turn are lost on a reload.",
        "page",
        "web/src/table/savedDraft.ts",
        "  saveItem(itemOf(view), next);\n",
        "  if (before) saveItem(itemOf(view), next);\n",
        (
            "web/tests/unit/table/savedDraft.test.ts",
            "web/tests/unit/table/liveTable.test.ts",
            "web/tests/browser/reconnection.test.ts :: a reload in the middle of a turn",
        ),
    ),
    Mutation(
        "A plan for the next turn is lost on a reload.",
        "page",
        "web/src/table/liveTable.svelte.ts",
        "    if (!saved || !this.isPlaying) return;\n",
        "    if (!saved || !this.isMyTurn) return;\n",
        (
            "web/tests/unit/table/liveTable.test.ts",
            "web/tests/browser/reconnection.test.ts",
            "web/tests/browser/features.test.ts",
            "web/tests/browser/people.test.ts :: a turn is continued",
        ),
    ),
    Mutation(
        "A tile of the table can be put on the rack.",
        "page",
        "web/src/board/draft.ts",
        '(target.on !== "rack" || tile.mine));',
        "true);",
        ("web/tests/unit/board/draft.test.ts",),
    ),
    Mutation(
        "The left arrow key moves to the right, and the right one to the left.",
        "page",
        "web/src/board/keyboard.svelte.ts",
        'event.key === "ArrowLeft" ? -1 : 1)',
        'event.key === "ArrowLeft" ? 1 : -1)',
        (
            "web/tests/browser/phone.test.ts :: is reached by the keyboard",
            "web/tests/browser/game.test.ts :: with keys only",
        ),
    ),
    Mutation(
        "Drawing takes tiles back from the table without asking.",
        "page",
        "web/src/table/TablePage.svelte",
        "if (drafts.isChanged(live.draft) && !isAsking) {",
        "if (drafts.isChanged(live.draft) && !isAsking && game?.pool === 0) {",
        ("web/tests/browser/hands.test.ts :: drawing with tiles on the table asks once",),
    ),
    Mutation(
        "On a phone the button that ends a turn reaches out of the screen.",
        "page",
        "web/src/table/ActionBar.svelte",
        "    grid-template-columns: minmax(5.5rem, auto) minmax(0, 1fr);\n    gap: 0.5rem;\n",
        "    grid-template-columns: minmax(5.5rem, auto) minmax(20rem, 1fr);\n    gap: 0.5rem;\n",
        (
            "web/tests/browser/phone.test.ts :: nothing that is said takes room",
            "web/tests/browser/sizes.test.ts :: 160 tiles and six players",
            "web/tests/browser/sizes-en.test.ts",
        ),
    ),
    Mutation(
        "Quiet words in the daylight theme are too pale to be read.",
        "page",
        "web/src/look/base.css",
        "  --faint: #5a4838;\n",
        "  --faint: #a8988a;\n",
        ("web/tests/browser/screens.test.ts :: axe finds no violation",),
    ),
    Mutation(
        "The orange of tiles is too pale to be read on ivory.",
        "page",
        "web/src/look/base.css",
        "  --tile-o: #d96000;\n",
        "  --tile-o: #f5a860;\n",
        ("web/tests/browser/screens.test.ts :: axe finds no violation",),
    ),
    Mutation(
        "The second tap of a double tap shows the rack of the next player.",
        "page",
        "web/src/table/HandOver.svelte",
        '<button class="go big" disabled={!isReady} onclick={() => live.take(player.seat)}>',
        '<button class="go big" onclick={() => live.take(player.seat)}>',
        ("web/tests/browser/passing.test.ts :: whoever says a wrong name", "web/tests/browser/passing.test.ts"),
    ),
    Mutation(
        "What was said to one player at a shared device is read by the next one.",
        "page",
        "web/src/table/TablePage.svelte",
        "    if (holder !== null) return;\n    clearAnnouncements();\n    guide.clear();\n",
        "    if (holder !== null) return;\n",
        ("web/tests/browser/passing.test.ts",),
    ),
    Mutation(
        "The racks stay in sight when a shared table is left.",
        "page",
        "web/src/table/liveTable.svelte.ts",
        "    if (this.isShared && this.seat !== null) this.putDown();\n",
        "",
        ("web/tests/unit/table/liveTable.test.ts",),
    ),
    Mutation(
        "On a small phone a full rack takes the room of the table.",
        "page",
        "web/src/board/boardSize.svelte.ts",
        "this.sharedHeight && this.leastFelt ? this.sharedHeight - this.leastFelt : Infinity;",
        "this.sharedHeight && this.leastFelt ? this.sharedHeight : Infinity;",
        ("web/tests/browser/phone.test.ts :: keeps two fifths of the height",),
    ),
    Mutation(
        "Tiles fly although animations are turned off in the preferences.",
        "page",
        "web/src/person/preferences.svelte.ts",
        'return !preferences.animation || matchMedia("(prefers-reduced-motion: reduce)").matches;',
        'return matchMedia("(prefers-reduced-motion: reduce)").matches;',
        ("web/tests/browser/motion.test.ts :: without motion", "web/tests/browser/motion.test.ts"),
    ),
    Mutation(
        "The page makes sounds although they are turned off.",
        "page",
        "web/src/table/TablePage.svelte",
        "    if (!preferences.sounds) return;\n",
        "",
        ("web/tests/browser/motion.test.ts :: turns the sounds off",),
    ),
    Mutation(
        "The warning bell rings again and again in the last seconds.",
        "page",
        "web/src/table/Clock.svelte",
        "if (left <= hurry && left > 0 && warnedFor !== end) {",
        "if (left <= hurry && left > 0) {",
        ("web/tests/browser/features.test.ts", "web/tests/browser/smallBugs.test.ts"),
    ),
    Mutation(
        "More tiles than the box has can be tapped in on a score sheet.",
        "page",
        "web/src/companion/TilePad.svelte",
        "    if (count > most) {\n",
        "    if (count > most + 1) {\n",
        ("web/tests/browser/sheet.test.ts :: the keyboard and the screen reader", "web/tests/browser/sheet.test.ts"),
    ),
    Mutation(
        "Taking back an entry of a score sheet also takes back what somebody else has corrected.",
        "page",
        "web/src/companion/openSheet.svelte.ts",
        ".filter(([key]) => this.cells[key] === step.after[key])",
        ".filter(([key]) => key in step.after)",
        ("web/tests/unit/companion/sheetSharing.test.ts",),
    ),
    Mutation(
        "Entries of a shared sheet that could not be sent are not sent again.",
        "page",
        "web/src/companion/sheetSharing.svelte.ts",
        "    this.isNeeded = true;\n    const { pause } = this;\n",
        "    const { pause } = this;\n",
        ("web/tests/unit/companion/sheetSharing.test.ts",),
    ),
    Mutation(
        "Taking back a tap on the table clock gives a player time.",
        "page",
        "web/src/companion/turnTimer.ts",
        "  const used = last.used + elapsed(timer, now);\n",
        "  const used = last.used;\n",
        ("web/tests/unit/companion/turnTimer.test.ts",),
    ),
    Mutation(
        "The tables where it is my turn come last on the home page.",
        "page",
        "web/src/home/waitingTables.ts",
        "Number(b.isMyTurn) - Number(a.isMyTurn)",
        "Number(a.isMyTurn) - Number(b.isMyTurn)",
        ("web/tests/unit/home/waitingTables.test.ts",),
    ),
    Mutation(
        "A hint is shown again in the next turn, when it is wrong.",
        "page",
        "web/src/table/hintGuide.svelte.ts",
        "return this.step > 0 && this.live.isMyTurn && this.number === this.live.number;",
        "return this.step > 0 && this.live.isMyTurn;",
        ("web/tests/unit/table/hintGuide.test.ts", "web/tests/browser/motion.test.ts :: a hint says where to look"),
    ),
)
