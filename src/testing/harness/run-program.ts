import { spawn } from "node:child_process";

/** Runs a program as a reader of the guides would. Rejects with what it printed if it fails. @returns its output */
export function runCommand(command: string, args: readonly string[], options: { cwd?: string; env?: Record<string, string>; input?: string } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: options.cwd, env: { ...process.env, ...options.env }, stdio: "pipe" });
    let output = "";
    child.stdout.on("data", (text: Buffer) => (output += text.toString()));
    child.stderr.on("data", (text: Buffer) => (output += text.toString()));
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}:\n${output}`))));
    child.stdin.end(options.input);
  });
}
