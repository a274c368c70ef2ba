/** A reporter for vitest: the slowest tests at the end of a run, and the files in which most time is spent outside of tests. */

import type { Reporter, TestCase, TestModule } from "vitest/node";

const SHOWN = 20;

/** A line of the list: seconds, and what took them. */
interface Taken {
  milliseconds: number;
  name: string;
}

function testsOf(module: TestModule): Taken[] {
  return [...module.children.allTests()].filter((test) => test.result().state !== "skipped").map((test: TestCase) => ({ milliseconds: test.diagnostic()?.duration ?? 0, name: `${module.relativeModuleId} > ${test.fullName}` }));
}

/** What a file takes besides its tests: to load it, and its hooks. */
function aroundTests(module: TestModule): Taken {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const inTests = testsOf(module).reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return { milliseconds: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + Math.max(0, duration - inTests), name: `${module.relativeModuleId} (loading and hooks)` };
}

export default class SlowestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const all = modules.flatMap((module) => [...testsOf(module), aroundTests(module)]);
    const slowest = all.sort((one, other) => other.milliseconds - one.milliseconds).slice(0, SHOWN);
    console.log(`\n Slowest ${slowest.length}`);
    for (const { milliseconds, name } of slowest) console.log(`${(milliseconds / 1000).toFixed(2).padStart(8)} s  ${name}`);
  }
}
