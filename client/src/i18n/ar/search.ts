import type { Texts } from '../catalogue';
import type { search as english } from '../en-GB/search';

export const search: Texts<typeof english> = {
  search_title: 'البحث',
  search_label: 'البحث في المهام',
  search_what:
    'يعثر على المهام التي تراها وتحتوي على كل الكلمات، في العنوان أو الوصف أو قائمة التحقق أو التعليقات أو المعرّف.',
  search_filters: 'عوامل التصفية',
  search_in: 'البحث في',
  search_in_id: 'المعرّف',
  search_in_title: 'العنوان',
  search_in_description: 'الوصف',
  search_in_checklist: 'قائمة التحقق',
  search_in_comment: 'التعليق',
  search_column: 'العمود',
  search_found:
    '{count, plural, zero {لم يُعثر على مهام} one {عُثر على مهمة واحدة} two {عُثر على مهمتين} few {عُثر على # مهام} many {عُثر على # مهمة} other {عُثر على # مهمة}}',
  search_found_more: 'أفضل النتائج، وعددها {count}',
  search_more: 'عرض المزيد',
  search_error: 'البحث لا يعمل حاليًا.',
  search_none_text: 'جرّب كلمات أقل أو أقصر، أو أزل أحد عوامل التصفية.',
  palette_found: 'كل المهام: العناوين والأوصاف وقوائم التحقق والتعليقات',
  palette_all: 'عرض كل نتائج «{text}»',
  palette_searching: 'جارٍ البحث…',
  palette_offline: 'لا يمكن البحث في كل المهام حاليًا',
};
