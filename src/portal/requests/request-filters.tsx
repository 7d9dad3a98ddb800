import type { ReactNode } from "react";
import { errorStatus } from "../../contract/errors/error-codes.ts";
import { errorReasonNames, errorReasons } from "../../contract/errors/error-reasons.ts";
import { loggedMethods, requestDays, requestSources } from "../../contract/portal/request-log.ts";
import { TimeSpanFields } from "../events/time-span-fields.tsx";
import { listSteps } from "../request-debugger/check-steps.ts";
import { Field } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { SearchField } from "../ui/forms/search-field.tsx";
import { TypedFilter } from "../ui/forms/typed-filter.tsx";
import { useKeys } from "../webhooks/use-keys.ts";
import { sourceLabels } from "./request-labels.ts";
import { readAddress, readBulkJob, readRoute, type RequestsQuery } from "./requests-query.ts";
import { requestFilters as t } from "./strings.ts";

interface RequestFiltersProps {
  query: RequestsQuery;
  /** Path templates of the requests that are shown. */
  routes: readonly string[];
  /** The requests are of one key. */
  isOfKey: boolean;
  change: (changes: Partial<RequestsQuery>) => void;
}

const classes = [
  ["2xx", t.succeeded2xx],
  ["4xx", t.rejected4xx],
  ["5xx", t.failed5xx],
] as const;
const statuses = [...new Set(Object.values(errorStatus).map(String))].toSorted();

export function RequestFilters({ query, routes, isOfKey, change }: RequestFiltersProps) {
  const { status, reason, text, method, route, address, bulkJobId, source } = query;
  const listed =
    status === null || status.endsWith("xx") || statuses.includes(status) ? statuses : [status, ...statuses];
  return (
    <search className="mb-4 grid grid-cols-2 gap-x-3 gap-y-3.5 rounded-lg border border-line bg-surface p-4 shadow-xs lg:grid-cols-4">
      <div className="col-span-full flex [&>*]:flex-1 sm:[&>*]:max-w-none">
        <SearchField
          label={t.search}
          placeholder={t.searchHint}
          value={text ?? ""}
          onChange={(typed) => change({ text: typed.trim() === "" ? null : typed })}
        />
      </div>
      <Filter label={t.status} all={t.allStatuses} value={status} onChange={(value) => change({ status: value })}>
        <Options of={[...classes, ...listed.map((each) => [each, each] as const)]} />
      </Filter>
      <Filter
        label={t.errorReason}
        all={t.allReasons}
        value={reason}
        onChange={(value) => change({ reason: errorReasonNames.find((name) => name === value) ?? null })}
      >
        {listSteps("server").map(({ check, name }) => (
          <optgroup key={check} label={name}>
            <Options
              of={errorReasonNames
                .filter((each) => errorReasons[each].check === check)
                .map((each) => [each, errorReasons[each].label])}
            />
          </optgroup>
        ))}
      </Filter>
      {!isOfKey && <KeyChoice keyId={query.keyId} change={change} />}
      <Filter
        label={t.method}
        all={t.allMethods}
        value={method}
        onChange={(value) => change({ method: loggedMethods.find((name) => name === value) ?? null })}
      >
        <Options of={loggedMethods.map((name) => [name, name])} />
      </Filter>
      <TypedFilter
        label={t.path}
        value={route}
        placeholder={t.pathForm}
        read={readRoute}
        fault={t.enterPath}
        options={routes}
        onChange={(value) => change({ route: value })}
      />
      <TypedFilter
        label={t.ipAddress}
        value={address}
        placeholder="203.0.113.24"
        read={readAddress}
        fault={t.enterIpAddress}
        onChange={(value) => change({ address: value })}
      />
      {!isOfKey && (
        <TypedFilter
          label={t.bulkJob}
          value={bulkJobId}
          placeholder={t.bulkJobForm}
          read={readBulkJob}
          fault={t.enterBulkJob}
          onChange={(value) => change({ bulkJobId: value })}
        />
      )}
      <Filter
        label={t.source}
        all={t.allSources}
        value={source}
        onChange={(value) => change({ source: requestSources.find((name) => name === value) ?? null })}
      >
        <Options of={Object.entries(sourceLabels)} />
      </Filter>
      <TimeSpanFields query={query} days={requestDays} change={change} />
    </search>
  );
}

interface FilterProps {
  label: string;
  all: string;
  value: string | null;
  onChange: (value: string | null) => void;
  children: ReactNode;
}

function Filter({ label, all, value, onChange, children }: FilterProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
        >
          <option value="">{all}</option>
          {children}
        </Select>
      )}
    </Field>
  );
}

function KeyChoice({ keyId, change }: { keyId: string | null; change: RequestFiltersProps["change"] }) {
  const keys = useKeys().data ?? [];
  const isKnown = keyId === null || keys.some(({ id }) => id === keyId);
  return (
    <Filter label={t.key} all={t.allKeys} value={keyId} onChange={(value) => change({ keyId: value })}>
      {!isKnown && <option value={keyId}>{keyId}</option>}
      <Options of={keys.map(({ id, name }) => [id, name])} />
    </Filter>
  );
}
