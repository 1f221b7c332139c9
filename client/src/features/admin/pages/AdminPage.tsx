import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useSearchParams } from 'react-router-dom';
import { accountTexts } from '#i18n/en-GB.account';
import { adminTexts } from '#i18n/en-GB.admin';
import { addEnglish } from '#i18n/language.store';
import { useT } from '#i18n/useT';
import { useCurrentUser } from '#lib/useSession';
import { NotFound } from '#ui/page/NotFound';
import { Page } from '#ui/page/Page';
import { PageHeader } from '#ui/page/PageHeader';
import { AuditPanel } from '../components/AuditPanel';
import { OwnerlessPanel } from '../components/OwnerlessPanel';
import { PeoplePanel } from '../components/PeoplePanel';
import { SystemPanel } from '../components/SystemPanel';

addEnglish({ ...accountTexts, ...adminTexts });

const panels = {
  people: { label: 'admin_people', Panel: PeoplePanel },
  workspaces: { label: 'nav_workspaces', Panel: OwnerlessPanel },
  system: { label: 'admin_system', Panel: SystemPanel },
  audit: { label: 'admin_audit', Panel: AuditPanel },
} as const;
type PanelName = keyof typeof panels;
const isPanel = (name: string | null): name is PanelName => name !== null && Object.hasOwn(panels, name);

/** The administrators' pages; the address selects the part. For everyone else there is no such page. */
export default function AdminPage() {
  const t = useT();
  const { isAdmin } = useCurrentUser();
  const [params, setParams] = useSearchParams();
  if (!isAdmin)
    return (
      <Page>
        <NotFound />
      </Page>
    );
  const asked = params.get('part');
  const name: PanelName = isPanel(asked) ? asked : 'people';
  const { Panel } = panels[name];
  return (
    <Page>
      <PageHeader title={t('nav_admin')} text={t('admin_about')} />
      <Tabs
        value={name}
        onChange={(_event, part: PanelName) => setParams({ part })}
        variant="scrollable"
        scrollButtons={false}
        aria-label={t('nav_admin')}
        sx={{ mb: 3, borderBottom: 1, borderColor: 'divider', '& .MuiTab-root': { minWidth: 0, px: 1.5 } }}
      >
        {Object.entries(panels).map(([part, { label }]) => (
          <Tab key={part} value={part} label={t(label)} id={`tab-${part}`} aria-controls="admin-panel" />
        ))}
      </Tabs>
      <div role="tabpanel" id="admin-panel" aria-labelledby={`tab-${name}`}>
        <Panel />
      </div>
    </Page>
  );
}
