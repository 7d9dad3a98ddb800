import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { saveFile } from "../../ui/csv.ts";
import { ProgressBar, Spinner } from "../../ui/feedback/progress.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { StoreOnce } from "../../ui/store-once.tsx";
import { countKeys, writeEnv, type KeyResult } from "./run-each.ts";
import { bulkResults as t } from "./strings.ts";
import type { Bulk, BulkAction } from "./use-bulk.ts";

const verbs: Record<BulkAction, string> = t.verbs;

interface BulkResultsProps extends Pick<Bulk, "isBusy" | "retry"> {
  action: BulkAction;
  results: readonly KeyResult[];
  onClose: () => void;
}

/** New secrets are shown while they arrive, and until they are stored. */
export function BulkResults({ action, results, isBusy, retry, onClose }: BulkResultsProps) {
  const secrets = results.flatMap((result) =>
    result.state === "done" && result.secret !== undefined ? [{ name: result.key.name, secret: result.secret }] : [],
  );
  const failed = results.filter(({ state }) => state === "failed").length;
  const summary = <Summary verb={verbs[action]} results={results} failed={failed} />;
  const again = failed > 0 && (
    <Button busy={isBusy} onClick={() => void retry()}>
      {t.tryAgainFor(countKeys(failed))}
    </Button>
  );
  if (secrets.length > 0) {
    return (
      <StoreOnce
        count={secrets.length}
        busy={isBusy}
        description={t.newSecretsAreShown(summary)}
        hint={t.storeThemInPassword}
        onStored={onClose}
      >
        <SaveAll text={writeEnv(secrets)} />
        <ResultList results={results} />
        {again !== false && <div>{again}</div>}
      </StoreOnce>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!isBusy) onClose();
      }}
      dismissible={!isBusy}
      title={isBusy ? t.changingKeys : t.result}
      description={summary}
      footer={
        <>
          {again}
          <Button variant="primary" disabled={isBusy} onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <ResultList results={results} />
    </Dialog>
  );
}

function Summary({ verb, results, failed }: { verb: string; results: readonly KeyResult[]; failed: number }) {
  return (
    <output>
      {t.progressOf(results.filter(({ state }) => state === "done").length, countKeys(results.length), verb)}
      {failed > 0 && t.failed(failed)}.
    </output>
  );
}

function ResultList({ results }: { results: readonly KeyResult[] }) {
  return (
    <div className="grid gap-4">
      <ProgressBar
        label={t.progress}
        value={(100 * results.filter(({ state }) => state !== "waiting").length) / results.length}
      />
      <ul aria-label={t.results} className="grid gap-3 text-sm">
        {results.map((result) => (
          <Result key={result.key.id} result={result} />
        ))}
      </ul>
    </div>
  );
}

function SaveAll({ text }: { text: string }) {
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button
        size="sm"
        onClick={() =>
          saveFile([text], `caseport-keys-${new Date().toISOString().slice(0, 10)}.env`, "text/plain;charset=utf-8")
        }
      >
        {t.downloadAllAsEnv}
      </Button>
      <CopyButton text={text} what={t.allSecrets} />
    </div>
  );
}

const icons: Record<KeyResult["state"], ReactNode> = {
  waiting: <Spinner />,
  done: <CircleCheck aria-label={t.succeeded} className="size-4 shrink-0 text-success" />,
  failed: <CircleAlert aria-label={t.failedLabel} className="size-4 shrink-0 text-danger" />,
};

function Result({ result }: { result: KeyResult }) {
  const { key, state } = result;
  return (
    <li className="grid gap-1.5">
      <div className="flex gap-2.5">
        <span className="mt-0.5">{icons[state]}</span>
        <div className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{key.name}</span>
          {state !== "waiting" && <p className={state === "failed" ? "text-danger" : "text-muted"}>{result.text}</p>}
        </div>
      </div>
      {state === "done" && result.secret !== undefined && <CodeBlock title={key.name} text={result.secret} wrap />}
    </li>
  );
}
