import type { ChildProcess } from "node:child_process";

/** Sends the other process a command; rejects when it fails there, when that process ends, or when the bench is stopped. */
export type SendCommand = (command: object) => Promise<unknown>;

interface Message {
  /** Distinguishes our messages from those that Next sends to its parent. */
  benchNumber?: number;
  command?: object;
  result?: unknown;
  error?: string;
}

/** The client side of request and response with a child process over its IPC channel. */
export function converseWith(child: ChildProcess, stopping: AbortSignal): SendCommand {
  let last = 0;
  return (command) =>
    new Promise((resolve, reject) => {
      last += 1;
      const number = last;
      const settle = (finish: () => void) => {
        child.off("message", hear).off("exit", leave);
        stopping.removeEventListener("abort", stop);
        finish();
      };
      const hear = (message: Message) => {
        if (message.benchNumber !== number) return;
        const { error, result } = message;
        settle(() => (error === undefined ? resolve(result) : reject(new Error(error))));
      };
      const leave = () => settle(() => reject(new Error("A process of the bench ended before its time.")));
      const stop = () => settle(() => reject(new Error("stopped", { cause: stopping.reason })));
      if (stopping.aborted || !child.connected) return stopping.aborted ? stop() : leave();
      child.on("message", hear).once("exit", leave);
      stopping.addEventListener("abort", stop);
      child.send({ benchNumber: number, command });
    });
}

/** The server side. The process exits when its channel closes, so that a killed bench leaves nothing running. */
export function respondToParent(respond: (command: object) => Promise<unknown>): void {
  process.on("message", (message: Message) => {
    const { benchNumber, command } = message;
    if (benchNumber === undefined || command === undefined) return;
    const send = (fields: Message) => process.send?.({ benchNumber, ...fields });
    respond(command).then(
      (result) => send({ result }),
      (error: unknown) => send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.on("disconnect", () => process.exit(0));
}
