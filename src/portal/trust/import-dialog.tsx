import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { formatDay } from "../deadlines/views.ts";
import { Button } from "../ui/button.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { formatCents, formatNumber } from "../ui/format.ts";
import { TextField } from "../ui/forms/fields.tsx";
import { FileField } from "../ui/forms/file-field.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { readFileText } from "./file-text.ts";
import { importDialog as t } from "./lazy-strings.ts";
import {
  findDifference,
  parseStatement,
  readValues,
  sumLines,
  type ReadStatement,
  type StatementValues,
} from "./statement-values.ts";
import { useInvalidateTrust, type TrustAccount } from "./views.ts";

const maxFileBytes = 500_000;
/** Lines that are shown before the statement is imported. */
const shownLines = 8;

interface ImportDialogProps {
  account: TrustAccount;
  onClose: () => void;
}

/** The bank's file is read, then looked at, and only then imported. */
export function ImportDialog({ account, onClose }: ImportDialogProps) {
  const [read, setRead] = useState<ReadStatement | null>(null);
  return read === null ? (
    <FileStep onRead={setRead} onClose={onClose} />
  ) : (
    <ReviewStep account={account} read={read} onBack={() => setRead(null)} onClose={onClose} />
  );
}

interface FileStepProps {
  onRead: (read: ReadStatement) => void;
  onClose: () => void;
}

function FileStep({ onRead, onClose }: FileStepProps) {
  const trpc = useTRPC();
  const [file, setFile] = useState<File | null>(null);
  const { faults, rejection, validate, reject } = useFormErrors<"text">();
  const preview = useMutation(
    trpc.bankStatements.preview.mutationOptions({ onSuccess: (found) => onRead(found), onError: reject }),
  );
  const submit = async () => {
    const fault = findFileFault(file);
    if (validate(fault === null ? {} : { text: fault }) && file !== null)
      preview.mutate({ text: await readFileText(file) });
  };
  return (
    <FormDialog
      title={t.title}
      description={t.description}
      action={t.preview}
      busy={preview.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FileField
        label={t.file}
        hint={t.fileHint}
        why="fields#bank-statements"
        error={faults.text}
        required
        accept="text/csv,.csv,.ofx,.qfx,.qbo"
        onChange={setFile}
      />
    </FormDialog>
  );
}

/** @returns why the file cannot be read, before it is sent */
function findFileFault(file: Pick<File, "size"> | null): string | null {
  if (file === null) return t.chooseFile;
  return file.size > maxFileBytes ? t.tooLarge : null;
}

interface ReviewStepProps extends ImportDialogProps {
  read: ReadStatement;
  onBack: () => void;
}

function ReviewStep({ account, read, onBack, onClose }: ReviewStepProps) {
  const trpc = useTRPC();
  const { lines, faults: unread } = read;
  const [values, setValues] = useState(() => readValues(read));
  const { faults, rejection, validate, reject } = useFormErrors<keyof ReturnType<typeof parseStatement>["faults"]>();
  const mutation = useChange(trpc.bankStatements.import.mutationOptions(), {
    successMessage: ({ bankStatement: { matchedCount, lineCount } }) =>
      t.wasImported(formatNumber(matchedCount), formatNumber(lineCount)),
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateTrust(),
  });
  const submit = () => {
    const { statement, faults: found } = parseStatement(lines, values);
    if (validate(found) && statement !== null) mutation.mutate({ trustAccountId: account.id, ...statement });
  };
  return (
    <FormDialog
      title={t.title}
      description={account.name}
      action={t.save}
      busy={mutation.isPending}
      disabled={unread.length > 0}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      {unread.length > 0 && <Unread faults={unread} />}
      <Lines lines={lines} />
      <div>
        <Button size="sm" onClick={onBack}>
          {t.another}
        </Button>
      </div>
      <StatementFields values={values} faults={faults} onChange={setValues} />
      <Difference cents={findDifference(lines, values)} />
    </FormDialog>
  );
}

/** At most so many rows are named: the file is corrected and read again. */
const namedFaults = 5;

function Unread({ faults }: { faults: ReadStatement["faults"] }) {
  return (
    <Banner tone="danger" title={t.faults(faults.length)} live>
      <ul>
        {faults.slice(0, namedFaults).map(({ row, message }) => (
          <li key={row}>{t.fault(row, message)}</li>
        ))}
      </ul>
      {t.faultsHint}
    </Banner>
  );
}

function Lines({ lines }: { lines: ReadStatement["lines"] }) {
  return (
    <section aria-label={t.lines}>
      <p className="text-sm font-semibold">{t.sum(formatNumber(lines.length), formatCents(sumLines(lines)))}</p>
      <ul className="mt-2 divide-y divide-line border-y border-line text-sm">
        {lines.slice(0, shownLines).map(({ postedOn, amountCents, description }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of a file have no other name
          <li key={place} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <span className="min-w-0 wrap-anywhere">
              {formatDay(postedOn)} <span className="text-muted">{description}</span>
            </span>
            <span className="ml-auto whitespace-nowrap tabular-nums">{formatCents(amountCents)}</span>
          </li>
        ))}
      </ul>
      {lines.length > shownLines && (
        <p className="mt-1.5 text-sm text-muted">{t.more(formatNumber(lines.length - shownLines))}</p>
      )}
    </section>
  );
}

interface StatementFieldsProps {
  values: StatementValues;
  faults: ReturnType<typeof parseStatement>["faults"];
  onChange: (values: StatementValues) => void;
}

function StatementFields({ values, faults, onChange }: StatementFieldsProps) {
  const change = (changed: Partial<StatementValues>) => onChange({ ...values, ...changed });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={t.start}
        error={faults.periodStartOn}
        required
        type="date"
        value={values.periodStartOn}
        onChange={(periodStartOn) => change({ periodStartOn })}
      />
      <TextField
        label={t.end}
        error={faults.periodEndOn}
        required
        type="date"
        value={values.periodEndOn}
        onChange={(periodEndOn) => change({ periodEndOn })}
      />
      <TextField
        label={t.opening}
        error={faults.openingCents}
        required
        inputMode="decimal"
        autoComplete="off"
        value={values.opening}
        onChange={(opening) => change({ opening })}
      />
      <TextField
        label={t.closing}
        error={faults.closingCents}
        required
        inputMode="decimal"
        autoComplete="off"
        value={values.closing}
        onChange={(closing) => change({ closing })}
      />
    </div>
  );
}

/** The bank's own numbers must add up before anything is compared with them. */
function Difference({ cents }: { cents: number | null }) {
  return cents === null || cents === 0 ? null : (
    <p role="status" className="text-sm font-medium text-danger">
      {t.differs(formatCents(cents))}
    </p>
  );
}
