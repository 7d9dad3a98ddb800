import { interfaceVersion } from "../../contract/interface-version.ts";
import type { ConnectorDescription } from "./describe-connector.ts";
import { describe, loadedListDescription, nameLoader, nameSearcher, writeProperties } from "./n8n-properties.ts";
import { Code, writeLiteral } from "./write-literal.ts";

/** The files of the package `n8n-nodes-caseport` before they are compiled, by path. */
export function writeN8nSources(description: ConnectorDescription): Record<string, string> {
  return {
    "credentials/CaseportApi.credentials.ts": credential,
    "nodes/Caseport/Caseport.node.ts": writeStepNode(description),
    "nodes/Caseport/actions.ts": writeActions(description),
    "nodes/CaseportTrigger/CaseportTrigger.node.ts": writeTriggerNode(description),
    "nodes/CaseportFeedTrigger/CaseportFeedTrigger.node.ts": writeFeedNode(description),
    "nodes/Caseport/Caseport.node.json": writeCodex("n8n-nodes-caseport.caseport"),
    "nodes/CaseportTrigger/CaseportTrigger.node.json": writeCodex("n8n-nodes-caseport.caseportTrigger"),
    "nodes/CaseportFeedTrigger/CaseportFeedTrigger.node.json": writeCodex("n8n-nodes-caseport.caseportFeedTrigger"),
    "icons/caseport.svg": icon("#1f2937", "#ffffff"),
    "icons/caseport.dark.svg": icon("#f3f4f6", "#111827"),
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    "README.md": readme,
  };
}

/** The modules that become programs: each gets what it imports. */
export const n8nPrograms = [
  "credentials/CaseportApi.credentials",
  "nodes/Caseport/Caseport.node",
  "nodes/CaseportTrigger/CaseportTrigger.node",
  "nodes/CaseportFeedTrigger/CaseportFeedTrigger.node",
] as const;

const icons = { light: "file:../../icons/caseport.svg", dark: "file:../../icons/caseport.dark.svg" };
const credentials = [{ name: "caseportApi", required: true }];

const manifest = {
  name: "n8n-nodes-caseport",
  version: interfaceVersion,
  description: "n8n nodes for Caseport, the case-management platform of personal-injury firms",
  license: "SEE LICENSE IN README.md",
  homepage: "https://caseport.example.com/docs/guides/connectors",
  author: { name: "Caseport", email: "support@caseport.example.com" },
  keywords: ["n8n-community-node-package"],
  files: ["dist"],
  n8n: {
    n8nNodesApiVersion: 1,
    strict: true,
    credentials: ["dist/credentials/CaseportApi.credentials.js"],
    nodes: n8nPrograms.filter((program) => program.startsWith("nodes/")).map((program) => `dist/${program}.js`),
  },
  peerDependencies: { "n8n-workflow": "*" },
};

const credential = `import type { IAuthenticateGeneric, Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

export class CaseportApi implements ICredentialType {
	name = 'caseportApi';

	displayName = 'Caseport API';

	icon: Icon = ${writeLiteral({ light: "file:../icons/caseport.svg", dark: "file:../icons/caseport.dark.svg" }, 1)};

	documentationUrl = 'https://caseport.example.com/docs/guides/connectors';

	properties: INodeProperties[] = ${writeLiteral(
    [
      {
        displayName: "Server URL",
        name: "serverUrl",
        type: "string",
        default: "",
        placeholder: "https://caseport.example.com",
        required: true,
        description: "The address at which your firm opens Caseport",
      },
      {
        displayName: "API Key",
        name: "apiKey",
        type: "string",
        typeOptions: { password: true },
        default: "",
        required: true,
        description: "An API key of Caseport, which a member of the firm creates under API keys",
      },
    ],
    1,
  )};

	authenticate: IAuthenticateGeneric = ${writeLiteral(
    { type: "generic", properties: { headers: { "x-api-key": "={{$credentials.apiKey}}" } } },
    1,
  )};

	test: ICredentialTestRequest = ${writeLiteral(
    { request: { baseURL: "={{$credentials.serverUrl.replace(/\\/+$/, '')}}", url: "/api/v1/me" } },
    1,
  )};
}
`;

function writeActions({ resources, choices }: ConnectorDescription): string {
  const actions = Object.fromEntries(
    resources.map(({ name, actions: own }) => [
      name,
      Object.fromEntries(
        own.map(({ name: key, label: _label, title: _title, example: _example, ...action }) => [
          key,
          { ...action, fields: action.fields.map(({ help: _help, ...field }) => ({ ...field, help: "" })) },
        ]),
      ),
    ]),
  );
  return `import type { ChoiceSource } from '../../connectors/description';
import type { StepActions } from '../../connectors/n8n/step';

// Written from the operations of the API.

export const actions: StepActions = ${writeLiteral(actions)};

export const choices = ${writeLiteral(choices)} satisfies Record<string, ChoiceSource>;
`;
}

const step = {
  displayName: "Caseport",
  name: "caseport",
  icon: icons,
  group: ["output"],
  version: 1,
  subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
  description: "Work with the cases, clients, leads, tasks and documents of a law firm",
  defaults: { name: "Caseport" },
  usableAsTool: true,
  inputs: [new Code("NodeConnectionTypes.Main")],
  outputs: [new Code("NodeConnectionTypes.Main")],
  credentials,
};

function writeStepNode(description: ConnectorDescription): string {
  const names = Object.keys(description.choices).filter((name) => name !== "eventTypes");
  const searched = names.filter((name) => description.choices[name]?.search !== null);
  const loaders = names.map(
    (name) => `			async ${nameLoader(name)}(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
				return await loadMenu(this, choices.${name}, platform);
			},`,
  );
  const searchers = searched.map(
    (
      name,
    ) => `			async ${nameSearcher(name)}(this: ILoadOptionsFunctions, search?: string, after?: string): Promise<INodeListSearchResult> {
				return await searchMenu(this, choices.${name}, platform, { search, after });
			},`,
  );
  return `import {
	NodeApiError,
	NodeConnectionTypes,
	sleep,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { loadMenu, searchMenu } from '../../connectors/n8n/menus';
import { executeStep } from '../../connectors/n8n/step';
import { actions, choices } from './actions';

const platform = { NodeApiError, sleep };

export class Caseport implements INodeType {
	description: INodeTypeDescription = ${writeLiteral({ ...step, properties: writeProperties(description) }, 1)};

	methods = {
		loadOptions: {
${loaders.join("\n")}
		},
		listSearch: {
${searchers.join("\n")}
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [(await executeStep(this, actions, platform)) as INodeExecutionData[]];
	}
}
`;
}

/** The property of both triggers. */
const eventTypesProperty = {
  displayName: "Event Type Names or IDs",
  name: "eventTypes",
  type: "multiOptions",
  typeOptions: { loadOptionsMethod: nameLoader("eventTypes") },
  default: [],
  description: loadedListDescription,
  hint: "None: all events that the key can read",
};

const loader = `	methods = {
		loadOptions: {
			async ${nameLoader("eventTypes")}(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
				return await loadMenu(this, eventTypes, platform);
			},
		},
	};`;

const writeEventSource = ({ choices }: ConnectorDescription) =>
  `const eventTypes: ChoiceSource = ${writeLiteral(choices["eventTypes"])};`;

function writeTriggerNode(description: ConnectorDescription): string {
  const trigger = {
    displayName: "Caseport Trigger",
    name: "caseportTrigger",
    icon: icons,
    group: ["trigger"],
    version: 1,
    subtitle: '={{$parameter["eventTypes"].join(", ") || "all events"}}',
    description: "Starts the workflow when something happens in Caseport, by webhook",
    defaults: { name: "Caseport Trigger" },
    inputs: [],
    outputs: [new Code("NodeConnectionTypes.Main")],
    credentials,
    webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "webhook" }],
    properties: [
      {
        displayName:
          "The key needs the scopes <code>webhooks:read</code> and <code>webhooks:write</code>, and this n8n's host among its allowed webhook hosts. If the host cannot be reached from Caseport, use the Caseport Feed Trigger.",
        name: "notice",
        type: "notice",
        default: "",
      },
      eventTypesProperty,
      {
        displayName: "Fetch Event",
        name: "fetchEvent",
        type: "boolean",
        default: true,
        description: describe(
          "Whether to fetch the whole event with the values of its record that the key may read. Otherwise the output names the event and the record.",
        ),
      },
    ],
  };
  return `import {
	NodeApiError,
	NodeConnectionTypes,
	sleep,
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import type { ChoiceSource } from '../../connectors/description';
import { loadMenu } from '../../connectors/n8n/menus';
import {
	checkSubscription,
	createSubscription,
	deleteSubscription,
	receiveDelivery,
} from '../../connectors/n8n/webhook-trigger';

const platform = { NodeApiError, sleep };

${writeEventSource(description)}

export class CaseportTrigger implements INodeType {
	description: INodeTypeDescription = ${writeLiteral(trigger, 1)};

${loader}

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await checkSubscription(this, platform);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await createSubscription(this, platform);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await deleteSubscription(this, platform);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return (await receiveDelivery(this, platform)) as IWebhookResponseData;
	}
}
`;
}

function writeFeedNode(description: ConnectorDescription): string {
  const trigger = {
    displayName: "Caseport Feed Trigger",
    name: "caseportFeedTrigger",
    icon: icons,
    group: ["trigger"],
    version: 1,
    subtitle: '={{$parameter["eventTypes"].join(", ") || "all events"}}',
    description: "Starts the workflow when something happened in Caseport, by reading the event feed",
    defaults: { name: "Caseport Feed Trigger" },
    polling: true,
    inputs: [],
    outputs: [new Code("NodeConnectionTypes.Main")],
    credentials,
    properties: [eventTypesProperty],
  };
  return `import {
	NodeApiError,
	NodeConnectionTypes,
	sleep,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import type { ChoiceSource } from '../../connectors/description';
import { pollFeed } from '../../connectors/n8n/feed-trigger';
import { loadMenu } from '../../connectors/n8n/menus';

const platform = { NodeApiError, sleep };

${writeEventSource(description)}

export class CaseportFeedTrigger implements INodeType {
	description: INodeTypeDescription = ${writeLiteral(trigger, 1)};

${loader}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const items = await pollFeed(this, platform);
		return items === null ? null : [items as INodeExecutionData[]];
	}
}
`;
}

function writeCodex(node: string): string {
  const codex = {
    node,
    nodeVersion: "1.0",
    codexVersion: "1.0",
    categories: ["Sales", "Productivity"],
    resources: {
      primaryDocumentation: [{ url: "https://caseport.example.com/docs/guides/connectors" }],
      credentialDocumentation: [{ url: "https://caseport.example.com/docs/guides/connectors" }],
    },
  };
  return `${JSON.stringify(codex, null, 2)}\n`;
}

/** A briefcase. */
function icon(line: string, fill: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" viewBox="0 0 60 60"><rect x="6" y="18" width="48" height="32" rx="4" fill="${line}"/><path d="M22 18v-4a4 4 0 0 1 4-4h8a4 4 0 0 1 4 4v4" fill="none" stroke="${line}" stroke-width="4"/><path d="M6 32h20m8 0h20" stroke="${fill}" stroke-width="3"/><rect x="25" y="28" width="10" height="8" rx="2" fill="none" stroke="${fill}" stroke-width="3"/></svg>
`;
}

const readme = `# n8n-nodes-caseport

n8n nodes for Caseport: a node with actions, a trigger by webhook and a trigger that reads the event feed.

The guide "Connectors" of your Caseport server, at /docs/guides/connectors, explains how to install and use them.

## License

For use with Caseport, under the agreement of your firm with the operator of its server.
`;
