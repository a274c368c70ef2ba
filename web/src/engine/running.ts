/** The engine that is ready in this page, for parts of the page that work without one. */

export interface Answer {
  status: number;
  body: string;
}

export interface ReadyEngine {
  /** The name of its package, which changes with every change of the program. */
  readonly program: string;
  ask(method: string, path: string, body: string): Promise<Answer>;
}

export const running: { engine: ReadyEngine | null } = { engine: null };
