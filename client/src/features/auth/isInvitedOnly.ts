/** Whether accounts are created by invitation only, but for administrators: from the page's meta element. */
export const isInvitedOnly = (): boolean =>
  document.querySelector('meta[name="livelane-registration"][content="invited"]') !== null;
