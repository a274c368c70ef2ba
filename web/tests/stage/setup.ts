/** One server for all test files of a run; vitest starts it before the first file. */

import type { TestProject } from "vitest/node";
import { TilewiseServer } from "./server";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of the server, with a slash at its end. */
    server: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = new TilewiseServer();
  await server.start();
  project.provide("server", server.address);
  return () => server.close();
}
