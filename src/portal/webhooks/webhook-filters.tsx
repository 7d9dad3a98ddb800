import { subscriptionStatuses } from "../../contract/webhooks/webhooks.ts";
import { Button } from "../ui/button.tsx";
import { Choice, Options, Select } from "../ui/forms/select.tsx";
import { nameStatus } from "../ui/feedback/status-badge.tsx";
import { webhookFilters as t } from "./strings.ts";
import { useKeys } from "./use-keys.ts";
import { readKeyId, writeWebhooksQuery, type WebhooksQuery } from "./webhooks-query.ts";

interface WebhookFiltersProps {
  query: WebhooksQuery;
  onChange: (query: WebhooksQuery) => void;
}

export function WebhookFilters({ query, onChange }: WebhookFiltersProps) {
  const keys = useKeys().data ?? [];
  const { status, keyId } = query;
  const isKnown = keyId === null || keys.some(({ id }) => id === keyId);
  return (
    <search className="mb-4 grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap sm:items-center">
      <Choice
        aria-label={t.status}
        values={subscriptionStatuses}
        name={nameStatus}
        none={t.allStatuses}
        value={status}
        className="sm:w-40"
        onChange={(next) => onChange({ ...query, status: next })}
      />
      <Select
        aria-label={t.key}
        value={keyId ?? ""}
        className="sm:w-64"
        onChange={({ target }) => onChange({ ...query, keyId: readKeyId(target.value) })}
      >
        <option value="">{t.allKeys}</option>
        {!isKnown && <option value={keyId}>{keyId}</option>}
        <Options of={keys.map(({ id, name }) => [id, name])} />
      </Select>
      {writeWebhooksQuery(query) !== "" && (
        <Button
          variant="ghost"
          className="px-3 max-sm:col-span-2"
          onClick={() => onChange({ status: null, keyId: null })}
        >
          {t.clearFilters}
        </Button>
      )}
    </search>
  );
}
