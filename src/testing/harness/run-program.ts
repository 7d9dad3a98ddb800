import { spawn } from "node:child_process";

/**
 * Runs a program as a reader of the guides would. Rejects with what it printed if it fails.
 *
 * @returns its output
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; input?: string; onOutput?: (text: string) => void } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: options.cwd, env: { ...process.env, ...options.env }, stdio: "pipe" });
    let output = "";
    const collect = (text: Buffer) => {
      output += text.toString();
      options.onOutput?.(output);
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}:\n${output}`)),
    );
    child.stdin.end(options.input);
  });
}
