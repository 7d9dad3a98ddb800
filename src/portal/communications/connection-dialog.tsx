import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC, type PortalInputs } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { Field, FieldGroup } from "../ui/forms/field.tsx";
import { TextareaField, TextField } from "../ui/forms/fields.tsx";
import { RadioCard } from "../ui/forms/radio-cards.tsx";
import { SecretInput } from "../ui/forms/secret-input.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { connectionDialog as t, providerCard } from "./lazy-strings.ts";
import { useInvalidateSettings, type Connection } from "./views.ts";

type Account = PortalInputs["communicationSettings"]["connect"]["account"];
type Provider = Account["provider"];

const providers = ["twilio", "telnyx"] as const;

interface Values {
  provider: Provider;
  accountSid: string;
  authToken: string;
  apiKey: string;
  publicKey: string;
  /** One on each line. */
  numbers: string;
  handlesStop: boolean;
}
type FieldName = Exclude<keyof Values, "handlesStop">;

interface ConnectionDialogProps {
  /** Of the settings. */
  revision: number;
  /** The one to change; null to connect another. */
  connection: Connection | null;
  onClose: () => void;
}

const begin = (connection: Connection | null): Values => ({
  provider: connection?.provider ?? "twilio",
  accountSid: connection?.account ?? "",
  authToken: "",
  apiKey: "",
  publicKey: "",
  numbers: connection?.numbers.join("\n") ?? "",
  handlesStop: connection?.handlesStop ?? true,
});

const listNumbers = ({ numbers }: Values) =>
  numbers
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

function readAccount({ provider, accountSid, authToken, apiKey, publicKey }: Values): Account {
  return provider === "twilio"
    ? { provider, accountSid: accountSid.trim(), authToken: authToken.trim() }
    : { provider, apiKey: apiKey.trim(), publicKey: publicKey.trim() };
}

const secretFields = { twilio: ["accountSid", "authToken"], telnyx: ["apiKey", "publicKey"] } as const;

/** Whether somebody typed secrets in place of the present ones. */
function hasNewSecrets(values: Values, connection: Connection): boolean {
  return values.provider === "twilio"
    ? values.authToken.trim() !== "" || values.accountSid.trim() !== connection.account
    : values.apiKey.trim() !== "" || values.publicKey.trim() !== "";
}

/** The server names fields of the account by their path. */
const fieldOf = (path: string): string => path.replace(/^account\./, "").replace(/^numbers\.\d+$/, "numbers");

export function ConnectionDialog({ revision, connection, onClose }: ConnectionDialogProps) {
  const trpc = useTRPC();
  const [values, setValues] = useState(() => begin(connection));
  const change = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  const errors = useFormErrors<FieldName>();
  const faults = Object.fromEntries(
    Object.entries(errors.faults).map(([path, message]) => [fieldOf(path), message]),
  ) as Partial<Record<FieldName, string>>;
  const ending = { onSuccess: onClose, onRejected: errors.reject, invalidate: useInvalidateSettings() };
  const connect = useChange(trpc.communicationSettings.connect.mutationOptions(), {
    ...ending,
    successMessage: () => t.wasConnected,
  });
  const edit = useChange(trpc.communicationSettings.changeConnection.mutationOptions(), {
    ...ending,
    successMessage: () => t.wasSaved,
  });
  const hasSecrets = connection === null || hasNewSecrets(values, connection);
  const submit = () => {
    const missing = hasSecrets ? secretFields[values.provider].filter((name) => values[name].trim() === "") : [];
    const numbers = listNumbers(values);
    const found = {
      ...Object.fromEntries(missing.map((name) => [name, t.required])),
      ...(numbers.length === 0 && { numbers: t.enterNumbers }),
    };
    if (!errors.validate(found)) return;
    const { handlesStop } = values;
    const account = readAccount(values);
    if (connection === null) connect.mutate({ expectedRevision: revision, account, numbers, handlesStop });
    else edit.mutate({ expectedRevision: revision, numbers, handlesStop, ...(hasSecrets && { account }) });
  };
  return (
    <FormDialog
      width="lg"
      title={connection === null ? t.connect : t.edit}
      {...(connection === null && { description: t.connectHint })}
      action={connection === null ? t.connect : t.save}
      busy={connect.isPending || edit.isPending}
      rejection={errors.rejection}
      faults={errors.faults}
      onSubmit={submit}
      onClose={onClose}
    >
      {connection === null && (
        <FieldGroup legend={t.provider}>
          <div className="grid gap-2 sm:grid-cols-2">
            {providers.map((each) => (
              <RadioCard
                key={each}
                name="provider"
                title={providerCard.names[each]}
                checked={values.provider === each}
                onChange={() => change({ provider: each })}
              />
            ))}
          </div>
        </FieldGroup>
      )}
      <SecretFields values={values} faults={faults} isNew={connection === null} change={change} />
      <TextareaField
        label={t.numbers}
        hint={t.numbersHint}
        error={faults.numbers}
        required
        rows={3}
        value={values.numbers}
        onChange={(numbers) => change({ numbers })}
      />
      <Checkbox
        label={t.handlesStop}
        hint={t.handlesStopHint}
        checked={values.handlesStop}
        onChange={({ target }) => change({ handlesStop: target.checked })}
      />
    </FormDialog>
  );
}

interface SecretFieldsProps {
  values: Values;
  faults: Partial<Record<FieldName, string>>;
  /** Whether they are required. */
  isNew: boolean;
  change: (changed: Partial<Values>) => void;
}

function SecretFields({ values, faults, isNew, change }: SecretFieldsProps) {
  const secret = (name: "authToken" | "apiKey", what: string) => (
    <Field
      label={t[name]}
      hint={isNew ? t.neverShown : t.keepsSecret}
      why="fields#text-provider"
      error={faults[name]}
      required={isNew}
    >
      {(control) => (
        <SecretInput
          {...control}
          what={what}
          maxLength={500}
          value={values[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )}
    </Field>
  );
  if (values.provider === "twilio")
    return (
      <>
        <TextField
          label={t.accountSid}
          error={faults.accountSid}
          required
          maxLength={34}
          autoComplete="off"
          spellCheck={false}
          value={values.accountSid}
          onChange={(accountSid) => change({ accountSid })}
        />
        {secret("authToken", t.theAuthToken)}
      </>
    );
  return (
    <>
      {secret("apiKey", t.theApiKey)}
      <TextField
        label={t.publicKey}
        hint={t.publicKeyHint}
        error={faults.publicKey}
        required={isNew}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        value={values.publicKey}
        onChange={(publicKey) => change({ publicKey })}
      />
    </>
  );
}
