import People from '@mui/icons-material/PeopleOutlined';
import Stack from '@mui/material/Stack';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { useSettled } from '#lib/useSettled';
import { SearchField } from '#ui/form/SearchField';
import { peopleQuery } from '../admin.api';
import { PagedList } from './PagedList';
import { PersonRow } from './PersonRow';

const SEARCH_MAX = 254;

/** Everyone who has an account. The search is in the address, as the audit log's filters are. */
export function PeoplePanel() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(params.get('q') ?? '');
  const search = useSettled(typed.trim());
  const list = useInfiniteQuery(peopleQuery(search));
  useEffect(() => {
    setParams(
      (current) => {
        if (search) current.set('q', search);
        else current.delete('q');
        return current;
      },
      { replace: true },
    );
  }, [search, setParams]);
  return (
    <Stack spacing={2}>
      <SearchField value={typed} label={t('admin_people_search')} maxLength={SEARCH_MAX} onType={setTyped} />
      <PagedList
        list={list}
        failed={t('admin_people_error')}
        icon={<People fontSize="large" />}
        empty={t('admin_people_none')}
      >
        {(person) => <PersonRow key={person.id} person={person} />}
      </PagedList>
    </Stack>
  );
}
