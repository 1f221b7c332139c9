import { canInProject } from '@livelane/shared/permissions/permissions';
import PersonAdd from '@mui/icons-material/PersonAddOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AddMemberDialog } from '../../features/members/components/AddMemberDialog';
import { MemberList } from '../../features/members/components/MemberList';
import { useProject } from '../../features/projects/api/useProject';
import { useT } from '../../i18n/useT';
import { LoadError } from '../../ui/LoadError';
import { PageHeader } from '../../ui/PageHeader';
import { Page } from '../layouts/Page';
import { ProjectPhoneLinks } from '../layouts/PhoneLinks';
import { ProjectPanel } from '../layouts/ProjectPanel';
import { useParam } from '../layouts/useParam';

export default function ProjectUsersPage() {
  const t = useT();
  const navigate = useNavigate();
  const projectId = useParam('projectId');
  const { data, error, refetch } = useProject(projectId);
  const [isAdding, setAdding] = useState(false);
  return (
    <Page panel={<ProjectPanel projectId={projectId} />}>
      <ProjectPhoneLinks projectId={projectId} />
      <LoadError error={error} title={t('project_error')} onRetry={refetch} />
      <PageHeader title={t('project_users_title')} text={data?.name}>
        {data && canInProject(data.role, 'project.addMember') && (
          <Button variant="contained" startIcon={<PersonAdd />} onClick={() => setAdding(true)}>
            {t('members_add')}
          </Button>
        )}
      </PageHeader>
      {data && (
        <MemberList
          scope="project"
          id={projectId}
          role={data.role}
          onLeft={() => navigate('/workspaces', { replace: true })}
        />
      )}
      {data && isAdding && (
        <AddMemberDialog scope="project" id={projectId} role={data.role} onClose={() => setAdding(false)} />
      )}
    </Page>
  );
}
