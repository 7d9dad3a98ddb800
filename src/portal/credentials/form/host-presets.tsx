import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { holdEnter, TextInput } from "../../ui/forms/text-input.tsx";
import { n8nCloudDomain, readHost, readWorkspace, validateHost, zapierHost } from "./host-and-network.ts";
import { hostPresets as t } from "./lazy-strings.ts";

interface HostPresetsProps {
  hosts: readonly string[];
  onAdd: (host: string) => void;
}

/** Adds the hosts at which workflow platforms receive webhooks. In n8n's cloud each workspace has a host of its own. */
export function HostPresets({ hosts, onAdd }: HostPresetsProps) {
  const [workspace, setWorkspace] = useState<string | null>(null);
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit cursor-pointer rounded text-accent hover:underline">{t.platforms}</summary>
      <div className="mt-2 flex flex-wrap gap-2">
        {!hosts.includes(zapierHost) && (
          <Button size="sm" onClick={() => onAdd(zapierHost)}>
            <Plus aria-hidden className="size-4" />
            {t.addZapier}
          </Button>
        )}
        {workspace === null && (
          <Button size="sm" onClick={() => setWorkspace("")}>
            <Plus aria-hidden className="size-4" />
            {t.addN8nCloud}
          </Button>
        )}
      </div>
      {workspace !== null && (
        <div className="mt-3">
          <WorkspaceField
            workspace={workspace}
            onChange={setWorkspace}
            onAdd={(host) => {
              onAdd(host);
              setWorkspace(null);
            }}
          />
        </div>
      )}
    </details>
  );
}

interface WorkspaceFieldProps {
  workspace: string;
  onChange: (workspace: string) => void;
  onAdd: (host: string) => void;
}

function WorkspaceField({ workspace, onChange, onAdd }: WorkspaceFieldProps) {
  const host = `${readWorkspace(readHost(workspace.trim().toLowerCase()))}.${n8nCloudDomain}`;
  const [isTried, setTried] = useState(false);
  const isValid = workspace.trim() !== "" && validateHost(host) === null;
  const add = () => (isValid ? onAdd(host) : setTried(true));
  return (
    <Field
      label={t.n8nCloudWorkspace}
      why="fields#webhook-hosts"
      hint={t.n8nCloudWorkspaceHint}
      error={isTried && !isValid ? t.enterWorkspace : undefined}
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-2">
          <TextInput
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- its button was just pressed
            autoFocus
            value={workspace}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="w-40 font-mono"
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              holdEnter(event);
              if (event.key === "Enter") add();
            }}
          />
          <span className="font-mono text-sm text-muted">.{n8nCloudDomain}</span>
          <Button size="sm" onClick={add}>
            {t.addHost}
          </Button>
        </div>
      )}
    </Field>
  );
}
