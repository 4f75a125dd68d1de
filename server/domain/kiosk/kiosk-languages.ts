import { pickColumn } from '../text.ts'
import type { Language } from '../tickets/languages.ts'

const SENTENCES = {
  start: ['Ambil nombor anda', 'Take your number', '取号', 'உங்கள் எண்ணைப் பெறுங்கள்'],
  closed: [
    'Tutup sekarang. Buka dari {from} hingga {to}.',
    'Closed now. Open from {from} to {to}.',
    '现在休息。开放时间 {from} 至 {to}。',
    'இப்போது மூடப்பட்டுள்ளது. {from} முதல் {to} வரை திறந்திருக்கும்.',
  ],
  counter: ['Sila ke kaunter', 'Please go to the counter', '请到柜台', 'முகப்புக்குச் செல்லவும்'],
  why: ['Anda datang untuk apa?', 'What do you need today?', '您来办理什么？', 'எதற்காக வந்துள்ளீர்கள்?'],
  other: ['Lain-lain', 'Something else', '其他', 'மற்றவை'],
  queueGone: [
    'Ini tidak tersedia sekarang. Sila pilih semula.',
    'This is not available now. Please choose again.',
    '此项目目前不可用，请重新选择。',
    'இது இப்போது இல்லை. மீண்டும் தேர்ந்தெடுக்கவும்.',
  ],
  who: ['Siapa nama anda?', 'What is your name?', '请问您的姓名？', 'உங்கள் பெயர் என்ன?'],
  nameOptional: ['Anda boleh biarkannya kosong.', 'Optional', '可以不填。', 'இதை விட்டுவிடலாம்.'],
  name: ['Nama', 'Name', '姓名', 'பெயர்'],
  cut: [
    'Nama dihadkan kepada {max} aksara.',
    'Only the first {max} letters are kept.',
    '姓名最多 {max} 个字符。',
    'பெயர் {max} எழுத்துகளுக்கு மட்டுமே.',
  ],
  nameNeeded: [
    'Sila taip nama anda.',
    'Please type your name.',
    '请输入您的姓名。',
    'உங்கள் பெயரை உள்ளிடவும்.',
  ],
  take: ['Ambil nombor saya', 'Take my number', '取我的号码', 'என் எண்ணைப் பெறு'],
  withoutName: ['Tanpa nama', 'Without a name', '不填姓名', 'பெயர் இல்லாமல்'],
  back: ['Kembali', 'Back', '返回', 'பின்செல்'],
  wait: ['Sebentar', 'One moment', '请稍候', 'ஒரு நிமிடம்'],
  yourNumber: ['Nombor anda', 'Your number', '您的号码', 'உங்கள் எண்'],
  seat: [
    'Sila duduk. Kami akan memanggil nombor ini.',
    'Please take a seat. We will call this number.',
    '请就座，我们会叫这个号码。',
    'தயவுசெய்து அமருங்கள். இந்த எண்ணை அழைப்போம்.',
  ],
  scan: [
    'Imbas untuk melihat giliran anda',
    'Scan to follow your turn on your phone',
    '扫描查看何时轮到您',
    'உங்கள் முறை எப்போது எனக் காண ஸ்கேன் செய்யவும்',
  ],
  printed: [
    'Sila ambil tiket anda.',
    'Please take your ticket.',
    '请取走您的票。',
    'உங்கள் சீட்டை எடுத்துக்கொள்ளவும்.',
  ],
  done: ['Selesai', 'Done', '完成', 'முடிந்தது'],
} satisfies Record<string, [ms: string, en: string, zh: string, ta: string]>
export type KioskSentences = Record<keyof typeof SENTENCES, string>

/** Separate from the languages of tickets, so kiosks do not load the tickets' sentences. */
export const KIOSK_LANGUAGES: Record<Language, { name: string; sentences: KioskSentences }> = {
  ms: { name: 'Bahasa Melayu', sentences: pickColumn(SENTENCES, 0) },
  en: { name: 'English', sentences: pickColumn(SENTENCES, 1) },
  zh: { name: '中文', sentences: pickColumn(SENTENCES, 2) },
  ta: { name: 'தமிழ்', sentences: pickColumn(SENTENCES, 3) },
}
