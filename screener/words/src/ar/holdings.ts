import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';
import { phrase } from '../phrase.ts';

export const HOLDINGS: Words['holdings'] = {
  yours: 'ما تملكه',
  chooseFile: `اختر ملف ${isolated('CSV')}`,
  calculate: 'احسب',
  tryAgain: 'حاول مرة أخرى',
  whatYouGet: 'ما تحصل عليه',
  notStored: (one, other) =>
    phrase`لا نحفظ ما تكتبه هنا ولا نسجّله: يعود إليك في الصفحة، ويزول حين تغلقها. والقائمة نفسها تصلح في صفحة ${one}، وفيها يمكنك حفظها، وصفحة ${other}.`,
  yourPortfolio: 'محفظتي',
  yourPurification: 'التطهير',
  yourZakat: 'الزكاة',
  print: 'اطبع',
  holding: 'الحيازة',
  perHolding: 'لكل حيازة',
  rules: 'القواعد والمصادر',
  moreUnread: (more) =>
    counted('ar', more, {
      zero: 'لا أسطر أخرى لم نفهمها.',
      one: 'وسطر آخر لم نفهمه.',
      two: 'وسطران آخران لم نفهمهما.',
      few: `و${more} أسطر أخرى لم نفهمها.`,
      other: `و${more} سطرًا آخر لم نفهمها.`,
    }),
  notScreened: 'تعذّر فحصه الآن. أعد الحساب بعد قليل.',
  refusal: ({ code, message, detail = {} }) => {
    switch (code) {
      case 'no_holdings':
        return `لم نجد أي حيازة. اكتب في كل سطر رمزًا أو اسمًا ثم العدد: ${isolated('AAPL 40')}. أو أعطنا ملف ${isolated('CSV')} فيه عمود للرمز وعمود للعدد أو للقيمة.`;
      case 'too_many_holdings':
        return detail.characters === undefined
          ? `الحد الأعلى ${detail.most} سطر، وعدد الأسطر هنا أكثر من ذلك.`
          : `الحد الأعلى ${detail.most} سطر، والنص أطول من ${detail.characters} حرف.`;
      case 'list_of_trades':
        return 'هذه قائمة صفقات: تذكر ما اشتُري وما بيع، لا ما تملكه. صدّر مراكزك أو محفظتك بدلًا منها.';
      case 'invalid_csv':
        return `لا يُقرأ الملف بصيغة ${isolated('CSV')} بعد السطر ${detail.line}: علامة اقتباس لم تُغلق.`;
      default:
        return `تعذّرت قراءة القائمة: ${isolated(message)}`;
    }
  },
};
