import { common } from '#messages/common';
import { form as t } from '#messages/form';
import { Badge } from '@/ui/badge.tsx';
import { TabList } from '@/ui/tab-list.tsx';
import { useForm, useProblemCount } from '../form/form-context.tsx';
import type { FormTab } from './form-layout.ts';

interface FormTabsProps {
  /** The tabs that are shown. */
  readonly tabs: readonly FormTab[];
  readonly open: FormTab;
  /** Begins the ids of the tabs. */
  readonly prefix: string;
  /** Id of the element with the fields. */
  readonly panel: string;
}

/** The tabs of a form, each with the number of problems of its fields. */
export function FormTabs({ tabs, open, prefix, panel }: FormTabsProps) {
  const { parts } = useForm();
  return (
    <div className="border-b">
      <TabList
        label={t.tabs}
        prefix={prefix}
        panel={panel}
        tabs={tabs.map((tab) => ({ key: tabKey(tab), label: <TabLabel tab={tab} /> }))}
        value={tabKey(open)}
        onChange={(key) => parts.openTab(decodeURIComponent(key))}
      />
    </div>
  );
}

/** A tab's name as a part of an id, which has no spaces. */
export function tabKey({ name }: FormTab): string {
  return encodeURIComponent(name);
}

function TabLabel({ tab }: { readonly tab: FormTab }) {
  return (
    <>
      <bdi>{tab.name || t.content}</bdi>
      <ProblemBadge paths={tab.fields.map(({ key }) => key)} />
    </>
  );
}

/** How many problems there are at some paths and within them; nothing for none. */
export function ProblemBadge({ paths }: { readonly paths: readonly string[] }) {
  const count = useProblemCount(paths);
  return count > 0 && <Badge tone="danger">{common.problems({ count })}</Badge>;
}
