/** Connections that cost money. */

interface Connection {
  saveData?: boolean;
  type?: string;
}

/** Whether the person may have to pay for every megabyte: then the page asks first. */
export function isMetered(): boolean {
  const connection = (navigator as { connection?: Connection }).connection;
  return connection?.saveData === true || connection?.type === "cellular";
}
