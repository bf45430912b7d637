import type { Words } from '../en/words.ts';

type Weights = Parameters<Words['fundReasons']['nonCompliant']>[0];

const was = ({ verb }: Weights) => (verb === 'was' ? 'كان ' : '');
const rest = ({ isPartOpen }: Weights) => (isPartOpen ? '، وما لا حكم له لا يغيّر ذلك' : '');

export const FUND_REASONS: Words['fundReasons'] = {
  compliant: (weights, together, limits) =>
    `${was(weights)}${weights.nonCompliant} من صافي الأصول في حيازات غير متوافقة (الحد ${limits.nonCompliant})، و${together} فيها وفي الحيازات التي هي محل نظر معًا (الحد ${limits.together})${rest(weights)}`,
  questionable: (weights, questionable, limits, most) =>
    `${was(weights)}${weights.nonCompliant} من صافي الأصول في حيازات غير متوافقة و${questionable} في حيازات هي محل نظر؛ ويكون الصندوق متوافقًا إذا لم تزد الأولى على ${limits.nonCompliant} ولم تزد الاثنتان معًا على ${limits.together}، وغير متوافق إذا زادت الأولى على ${most}${rest(weights)}`,
  nonCompliant: (weights, most) =>
    `${was(weights)}${weights.nonCompliant} من صافي الأصول في حيازات غير متوافقة، فوق الحد البالغ ${most}${rest(weights)}`,
  undecided: (open) => `${open} من صافي الأصول بلا حكم، وقد يغيّر ذلك النتيجة`,
  overWhole: (all, owed) =>
    `الأوزان منسوبة إلى صافي الأصول: ومجموع أوزان الأصول كلها ${all}، لأن على الصندوق التزامات قدرها ${owed}.`,
  notKnown: (name) => `${name}: لا يمكن البتّ؛ وزن الحيازات التي تخالفها غير معروف.`,
  passes: (name, weight, isExact, limit) =>
    `${name}: يجتاز؛ ${isExact ? '' : 'ما لا يزيد على '}${weight} من صافي الأصول في حيازات تخالفها، والحد ${limit}.`,
  fails: (name, weight, isExact, limit) =>
    `${name}: لا يجتاز؛ ${isExact ? '' : 'ما لا يقل عن '}${weight} من صافي الأصول في حيازات تخالفها، فوق الحد البالغ ${limit}.`,
  open: (name, from, to, limit) =>
    `${name}: لا يمكن البتّ؛ ما بين ${from} و${to} من صافي الأصول في حيازات تخالفها، على جانبي الحد البالغ ${limit}.`,
};
