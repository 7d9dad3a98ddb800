export interface Stage {
  title: string;
  /** Rejects when the stage fails. */
  run: () => Promise<void>;
}

export interface StageResult {
  title: string;
  seconds: number;
  /** null when it passed. */
  fault: string | null;
}

/**
 * Runs all stages in order: what fails does not hide what comes after it.
 *
 * @param onResult is called when a stage has ended
 */
export async function runStages(
  stages: readonly Stage[],
  onResult: (result: StageResult) => void = () => undefined,
): Promise<StageResult[]> {
  const results: StageResult[] = [];
  for (const { title, run } of stages) {
    const begun = performance.now();
    const fault = await run().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const result = { title, seconds: Math.round((performance.now() - begun) / 1000), fault };
    onResult(result);
    results.push(result);
  }
  return results;
}
