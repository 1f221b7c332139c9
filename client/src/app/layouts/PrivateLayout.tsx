import type { User } from '@livelane/shared/users/user.schema';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { privateTexts } from '#i18n/en-GB.private';
import { addEnglish } from '#i18n/language.store';
import { createStore } from '#store/store';
import { fillWithFirstData } from '../boot/fillWithFirstData';
import { createQueryClient } from '../createQueryClient';
import { PrivateFrame } from './PrivateFrame';

addEnglish(privateTexts);

/**
 * Layout of one user's pages, with their own store and query cache: no data is left for the next user
 * (specification section 4: a login invalidates all cached queries).
 */
export default function PrivateLayout({ user }: { user: User }) {
  const [{ store, queries }] = useState(() => {
    const created = { store: createStore(), queries: createQueryClient() };
    fillWithFirstData(created.store, created.queries);
    return created;
  });
  return (
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <PrivateFrame user={user} />
      </QueryClientProvider>
    </Provider>
  );
}
