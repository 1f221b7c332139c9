/** Narrower than most phones, or a page that is enlarged: the header's parts move closer. */
export const NARROW = '@media (max-width: 374px)';

/** The header has room for words. In rem: enlarged text needs a wider header. */
export const ROOMY = '@container (min-width: 37.5rem)';

/** A phone with enlarged text: the header has two rows. */
export const ENLARGED = '@container (max-width: 17rem)';
