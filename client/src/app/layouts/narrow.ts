/** Narrower than most phones, or a page that is enlarged: the header's parts move closer. */
export const NARROW = '@media (max-width: 374px)';
