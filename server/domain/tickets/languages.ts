import { pickColumn } from '../text.ts'

const SENTENCES = {
  yourNumber: ['Nombor anda', 'Your number', '您的号码', 'உங்கள் எண்'],
  number: ['Nombor {number}', 'Number {number}', '{number} 号', 'எண் {number}'],
  oneBefore: [
    '1 orang sebelum anda',
    '1 person before you',
    '您前面还有 1 人',
    'உங்களுக்கு முன் 1 நபர்',
  ],
  before: [
    '{count} orang sebelum anda',
    '{count} people before you',
    '您前面还有 {count} 人',
    'உங்களுக்கு முன் {count} நபர்கள்',
  ],
  next: ['Anda yang seterusnya', 'You are next', '下一位就是您', 'அடுத்தது நீங்கள்'],
  nextHint: [
    'Sila datang ke ruang menunggu.',
    'Please come to the waiting room.',
    '请到候诊区。',
    'காத்திருப்பு அறைக்கு வாருங்கள்.',
  ],
  goTo: ['Sila pergi ke {room}', 'Please go to {room}', '请前往 {room}', '{room} செல்லவும்'],
  calledAt: ['dipanggil {time}', 'called {time}', '{time} 叫号', '{time} மணிக்கு அழைக்கப்பட்டது'],
  missed: [
    'Anda dipanggil pada {time}',
    'You were called at {time}',
    '您在 {time} 被叫过号',
    'நீங்கள் {time} மணிக்கு அழைக்கப்பட்டீர்கள்',
  ],
  missedHint: [
    'Sila maklumkan di kaunter.',
    'Please tell the counter.',
    '请告知柜台。',
    'முகப்பில் தெரிவிக்கவும்.',
  ],
  hold: [
    'Kembali selepas ujian anda',
    'Back after your test',
    '检查后请回来',
    'பரிசோதனைக்குப் பின் திரும்பவும்',
  ],
  holdHint: ['kira-kira {time}', 'about {time}', '约 {time}', 'சுமார் {time}'],
  away: [
    'Kembali ke kaunter apabila selesai',
    'When you are done, come back to the counter',
    '完成后请回到柜台',
    'முடிந்ததும் முகப்புக்குத் திரும்பவும்',
  ],
  medicine: ['Kaunter ubat', 'Medicine counter', '取药处', 'மருந்து முகப்பு'],
  medicineNext: [
    'Kaunter ubat: anda yang seterusnya',
    'Medicine counter: you are next',
    '取药处：下一位就是您',
    'மருந்து முகப்பு: அடுத்தது நீங்கள்',
  ],
  done: ['Selesai. Terima kasih.', 'Finished. Thank you.', '已完成，谢谢。', 'முடிந்தது. நன்றி.'],
  range: [
    'kira-kira {low} hingga {high} minit',
    'about {low} to {high} minutes',
    '约 {low} 至 {high} 分钟',
    'சுமார் {low} முதல் {high} நிமிடங்கள்',
  ],
  upTo: ['dalam {high} minit', 'within {high} minutes', '{high} 分钟内', '{high} நிமிடங்களுக்குள்'],
  soon: ['tidak lama lagi', 'soon', '很快', 'விரைவில்'],
  lastCalled: ['Panggilan terakhir', 'Last called', '最近叫号', 'கடைசி அழைப்பு'],
  tellMe: [
    'Beritahu saya apabila tiba giliran',
    'Notify me when it is my turn',
    '轮到我时提醒我',
    'என் முறை வரும்போது தெரிவி',
  ],
  tellHint: [
    'Bunyi dan getaran. Biarkan halaman ini terbuka dan telefon menyala.',
    'Sound and vibration. Keep this page open and your screen on.',
    '声音和振动。请保持此页打开，手机不要休眠。',
    'ஒலி மற்றும் அதிர்வு. இந்தப் பக்கத்தைத் திறந்தும் தொலைபேசியை விழிப்பிலும் வைத்திருங்கள்.',
  ],
  willTell: [
    'Telefon ini akan memberitahu anda. Biarkan halaman ini terbuka dan telefon menyala.',
    'This phone tells you. Keep this page open and your screen on.',
    '此手机会提醒您。请保持此页打开，手机不要休眠。',
    'இந்தத் தொலைபேசி தெரிவிக்கும். இந்தப் பக்கத்தைத் திறந்தும் தொலைபேசியை விழிப்பிலும் வைத்திருங்கள்.',
  ],
  asOf: ['Setakat {time}', 'As of {time}', '更新于 {time}', '{time} நிலவரம்'],
  stale: [
    'Tidak dikemas kini sejak {time}',
    'No connection since {time}',
    '自 {time} 起未更新',
    '{time} முதல் புதுப்பிக்கப்படவில்லை',
  ],
  unknown: [
    'Tiket ini tidak dikenali. Sila tanya di kaunter.',
    'We could not find this ticket. Please ask at the counter.',
    '无法识别此号码单，请到柜台询问。',
    'இந்தச் சீட்டு அறியப்படவில்லை. முகப்பில் கேளுங்கள்.',
  ],
  over: [
    'Tiket ini untuk hari yang lalu.',
    'This ticket was for an earlier day.',
    '此号码单已过期。',
    'இந்தச் சீட்டு முந்தைய நாளுக்குரியது.',
  ],
  reached: [
    'Telefon ini dapat menghubungi klinik.',
    'This phone reaches the clinic.',
    '此手机可以连接诊所。',
    'இந்தத் தொலைபேசி கிளினிக்கை அடைகிறது.',
  ],
  scan: [
    'Imbas untuk melihat giliran anda',
    'Scan to follow your turn on your phone',
    '扫码查看叫号',
    'உங்கள் முறையைக் காண ஸ்கேன் செய்யவும்',
  ],
} satisfies Record<string, [ms: string, en: string, zh: string, ta: string]>
export type Sentences = Record<keyof typeof SENTENCES, string>

export const LANGUAGES = {
  ms: { name: 'Bahasa', sentences: pickColumn(SENTENCES, 0) },
  en: { name: 'English', sentences: pickColumn(SENTENCES, 1) },
  zh: { name: '中文', sentences: pickColumn(SENTENCES, 2) },
  ta: { name: 'தமிழ்', sentences: pickColumn(SENTENCES, 3) },
}

export type Language = keyof typeof LANGUAGES

// Safe: the record above has exactly these keys, but the type of Object.keys() is string[].
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

export function chooseLanguage(chosen: string | undefined, acceptLanguage = ''): Language {
  const wanted = [chosen ?? '', ...parseAcceptLanguage(acceptLanguage)]
  const found = wanted.flatMap(tag => LANGUAGE_CODES.filter(code => code === tag))
  return found[0] ?? 'en'
}

function parseAcceptLanguage(header: string) {
  return header
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.find(parameter => parameter.trim().startsWith('q='))
      return { tag: tag.split('-')[0] ?? '', quality: Number(quality?.trim().slice(2) ?? 1) }
    })
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}
