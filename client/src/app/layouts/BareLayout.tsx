import { Outlet } from 'react-router-dom';

/** Layout of pages that are the same for everyone and need no header. */
export function BareLayout() {
  return <Outlet />;
}
