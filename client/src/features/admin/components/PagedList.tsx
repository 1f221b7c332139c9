import type { Page } from '@livelane/shared/admin/admin.schema';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '#i18n/useT';
import { EmptyState } from '#ui/EmptyState';
import { LoadError } from '#ui/LoadError';
import { MoreButton } from '#ui/MoreButton';
import { useRowFocus } from '#ui/useRowFocus';

interface Props<Item> {
  list: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  /** Texts for when it cannot be loaded, and when it is empty. */
  failed: string;
  empty: string;
  icon: ReactNode;
  children: (item: Item) => ReactNode;
}

/** A paged list with its loading, empty and error states. */
export function PagedList<Item>({ list, failed, empty, icon, children }: Props<Item>) {
  const t = useT();
  const { data, error, refetch, hasNextPage } = list;
  const rows = useRowFocus();
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const shown = { count: items.length };
  return (
    <>
      <LoadError error={error} title={failed} onRetry={() => void refetch()} />
      <Typography role="status" variant="body2" color="textSecondary">
        {data && items.length > 0 && (hasNextPage ? t('admin_shown_more', shown) : t('admin_shown', shown))}
      </Typography>
      {!data && !error && <Skeleton variant="rounded" height={240} />}
      {data && items.length === 0 && <EmptyState icon={icon} title={empty} />}
      {items.length > 0 && (
        <Stack component="ul" {...rows} spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {items.map(children)}
        </Stack>
      )}
      <MoreButton list={list}>{t('admin_more')}</MoreButton>
    </>
  );
}
