/** Whether this is `make test-all`, which tries everything; `make test` tries the part that takes minutes. */
export const THOROUGH = Boolean(process.env["THOROUGH"]);
