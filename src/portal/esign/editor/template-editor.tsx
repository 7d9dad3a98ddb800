import { isSame } from "../../client/forms/is-same.ts";
import { Ellipsis, Send } from "lucide-react";
import { useState } from "react";
import { esignEnumerations } from "../../../areas/esign/enumerations.ts";
import { valuesOf } from "../../../contract/enumeration.ts";
import { useFormErrors } from "../../client/forms/use-form-errors.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useChange } from "../../client/use-change.ts";
import { nameValue } from "../../exports/export-request.ts";
import { orNone } from "../../ui/forms/typed-text.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { Button } from "../../ui/button.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { later } from "../../ui/feedback/later.tsx";
import { QueryFallback } from "../../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../../ui/feedback/skeleton.tsx";
import { OneOfField, TextField } from "../../ui/forms/fields.tsx";
import { SaveBar } from "../../ui/forms/save-bar.tsx";
import { Menu, MenuItem } from "../../ui/overlays/dropdown-menu.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { fieldForm, recipientsForm, templateEditor as t } from "../lazy-strings.ts";
import { formatSize } from "../../ui/format-size.ts";
import { useInvalidateTemplates, type Purpose, type Template } from "../views.ts";
import { FieldEditor } from "./field-editor.tsx";
import { findFieldFaults, readFields, writeFields, type EditedField, type TemplateRecipient } from "./fields.ts";
import { MergePreview } from "./merge-preview.tsx";
import { RecipientsForm } from "./recipients-form.tsx";
import { useTemplatePdf } from "./use-template-pdf.ts";

const ReplaceDialog = later(() => import("../upload-dialog.tsx").then((file) => file.ReplaceDialog));
const TestDialog = later(() => import("./test-dialog.tsx").then((file) => file.TestDialog));

const purposes = valuesOf(esignEnumerations.esignPurpose);

interface Values {
  name: string;
  description: string;
  purpose: Purpose;
  recipients: readonly TemplateRecipient[];
  fields: readonly EditedField[];
}

const readValues = ({ name, description, purpose, recipients, fields }: Template): Values => ({
  name,
  description: description ?? "",
  purpose,
  recipients,
  fields: readFields(fields),
});

const describeValues = ({ name, description, purpose, recipients, fields }: Values) => ({
  name: name.trim(),
  description: orNone(description),
  purpose,
  recipients: recipients.map((recipient) => ({ ...recipient, label: recipient.label.trim() })),
  fields: writeFields(fields),
});

/** A template is edited whole and saved at once; a change of another member in between rejects it. */
export function TemplateEditor({ template }: { template: Template }) {
  const [start, setStart] = useState(template);
  const [values, setValues] = useState(() => readValues(template));
  const isDirty = !isSame(describeValues(values), describeValues(readValues(start)));
  // A pristine editor follows a newer state, for example another file.
  if (!isDirty && template.revision > start.revision) {
    setStart(template);
    setValues(readValues(template));
  }
  const begin = (from: Template) => {
    setStart(from);
    setValues(readValues(from));
  };
  return (
    <>
      <Header template={template} isDirty={isDirty} />
      <Problems template={template} />
      <Form
        template={template}
        start={start}
        values={values}
        isDirty={isDirty}
        change={(changed) => setValues({ ...values, ...changed })}
        onReset={() => begin(start)}
        onSaved={begin}
      />
      <MergePreview template={template} isDirty={isDirty} />
    </>
  );
}

function Header({ template, isDirty }: { template: Template; isDirty: boolean }) {
  const { href } = useOrganization();
  const [opened, setOpened] = useState<"file" | "test" | null>(null);
  const trpc = useTRPC();
  const { id, name, archived, revision, file } = template;
  const archive = useChange(trpc.esignTemplates.edit.mutationOptions(), {
    successMessage: ({ esignTemplate }) => (esignTemplate.archived ? t.wasArchived : t.wasRestored),
    invalidate: useInvalidateTemplates(),
  });
  const actions = (
    <>
      <Button disabled={!template.isReady || archived || isDirty} onClick={() => setOpened("test")}>
        <Send aria-hidden className="size-4" />
        {t.sendTest}
      </Button>
      <Menu
        trigger={
          <Button variant="ghost" busy={archive.isPending} aria-label={t.actionsOf(name)}>
            <Ellipsis aria-hidden className="size-4" />
          </Button>
        }
      >
        <MenuItem disabled={isDirty} onSelect={() => setOpened("file")}>
          {t.replaceFile}
        </MenuItem>
        <MenuItem
          disabled={isDirty}
          onSelect={() => archive.mutate({ esignTemplateId: id, expectedRevision: revision, archived: !archived })}
        >
          {archived ? t.restore : t.archive}
        </MenuItem>
      </Menu>
    </>
  );
  return (
    <>
      <PageHeader
        title={name}
        description={t.fileOf(file.fileName, file.pageCount, formatSize(file.sizeBytes))}
        trail={[{ label: t.list, href: href("/settings/e-signature") }]}
        mark={archived && <Badge>{t.archived}</Badge>}
        actions={actions}
      />
      {opened === "file" && <ReplaceDialog template={template} onClose={() => setOpened(null)} />}
      {opened === "test" && <TestDialog template={template} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Why no request can be made of it yet. */
function Problems({ template: { isReady, problems } }: { template: Template }) {
  if (isReady) return null;
  return (
    <Banner tone="warning" title={t.notReady} className="mb-5">
      {problems.length === 0
        ? t.notReadyHint
        : problems.map(({ code, field }) => t.problem(t.problems[code], field)).join(" ")}
    </Banner>
  );
}

interface FormProps {
  template: Template;
  start: Template;
  values: Values;
  isDirty: boolean;
  change: (changed: Partial<Values>) => void;
  onReset: () => void;
  onSaved: (template: Template) => void;
}

function Form({ template, start, values, isDirty, change, onReset, onSaved }: FormProps) {
  const trpc = useTRPC();
  const { faults, rejection, validate, reject } = useFormErrors<string>();
  const save = useChange(trpc.esignTemplates.edit.mutationOptions(), {
    successMessage: () => t.saved,
    onRejected: reject,
    invalidate: useInvalidateTemplates(),
  });
  const { name, description, purpose, recipients, fields } = values;
  const submit = () => {
    const found = {
      ...(name.trim() === "" && { name: t.enterName }),
      ...findFieldFaults(fields, { enterLabel: fieldForm.enterLabel, chooseRecipient: fieldForm.chooseTheRecipient }),
      ...Object.fromEntries(
        recipients.filter(({ label }) => label.trim() === "").map(({ key }) => [key, recipientsForm.enterLabel]),
      ),
    };
    if (!validate(found)) return;
    save.mutate(
      { esignTemplateId: template.id, expectedRevision: start.revision, ...describeValues(values) },
      { onSuccess: ({ esignTemplate }) => onSaved(esignTemplate) },
    );
  };
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SectionCard title={t.template}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t.name}
            error={faults["name"]}
            required
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={(text) => change({ name: text })}
          />
          <OneOfField
            label={t.purpose}
            why="fields#purpose-of-a-document-to-sign"
            values={purposes}
            name={nameValue}
            value={purpose}
            onChange={(to) => change({ purpose: to })}
          />
          <TextField
            label={t.description}
            className="sm:col-span-2"
            optional
            maxLength={1_000}
            autoComplete="off"
            value={description}
            onChange={(text) => change({ description: text })}
          />
        </div>
      </SectionCard>
      <SectionCard title={t.recipients} description={t.recipientsHint}>
        <RecipientsForm
          recipients={recipients}
          used={new Set(fields.flatMap(({ field: { recipientKey } }) => recipientKey ?? []))}
          faults={Object.fromEntries(Object.entries(faults).map(([path, fault = ""]) => [path, fault]))}
          onChange={(changed) => change({ recipients: changed })}
        />
      </SectionCard>
      <Fields template={template} values={values} faults={placeFaults(faults, fields)} change={change} />
      <SaveBar
        isDirty={isDirty}
        isBusy={save.isPending}
        hasFaults={Object.keys(faults).length > 0}
        onReset={() => {
          validate({});
          onReset();
        }}
        rejection={rejection}
      />
    </form>
  );
}

/** The faults by the keys of the fields: the server names a field by its place, `fields[3].source`. */
function placeFaults(
  faults: Readonly<Record<string, string | undefined>>,
  fields: readonly EditedField[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(faults).flatMap(([path, fault]) => {
      const index = /^fields(?:\[(\d+)\]|\.(\d+))/.exec(path);
      const key = index === null ? path : fields[Number(index[1] ?? index[2])]?.key;
      return key === undefined || fault === undefined ? [] : [[key, fault]];
    }),
  );
}

interface FieldsProps {
  template: Template;
  values: Values;
  faults: Readonly<Record<string, string>>;
  change: (changed: Partial<Values>) => void;
}

function Fields({ template, values: { recipients, fields }, faults, change }: FieldsProps) {
  const query = useTemplatePdf(template);
  if (query.data === undefined) return <QueryFallback query={query} what={t.theFile} placeholder={<SkeletonTab />} />;
  return (
    <FieldEditor
      pdf={query.data}
      file={template.file}
      recipients={recipients}
      fields={fields}
      faults={faults}
      onChange={(changed) => change({ fields: changed })}
    />
  );
}
