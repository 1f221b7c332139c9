/**
 * Nothing here takes a file or a link that is dropped, and a browser would open it, some of them in place of this page.
 * @returns ends it
 */
export function refuseDrops(): () => void {
  const refuse = (event: DragEvent) => {
    const { target, dataTransfer } = event;
    if (!dataTransfer) return;
    const isFile = dataTransfer.types.includes('Files');
    if (!isFile && target instanceof Element && target.matches('input, textarea')) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  document.addEventListener('dragover', refuse);
  return () => document.removeEventListener('dragover', refuse);
}
