import { pickColumn } from '../../text.ts'
import type { TvLanguage } from './languages.ts'

type Translation = [ms: string, zh: string, ta: string]
const COLUMNS = { ms: 0, zh: 1, ta: 2 }

/** The keys are the English texts. */
const WORDS = {
  NAME: ['NAMA', '姓名', 'பெயர்'],
  NUMBER: ['NOMBOR', '号码', 'எண்'],
  ROOM: ['BILIK', '诊室', 'அறை'],
  CALLING: ['PANGGILAN', '正在叫号', 'அழைப்பு'],
  'N/A': ['TIADA', '无', 'இல்லை'],
  'NO DISPLAY': ['TIADA PAPARAN', '无内容显示', 'காட்சி இல்லை'],
  'No media uploaded': ['Tiada media dimuat naik', '未上传媒体', 'ஊடகம் பதிவேற்றப்படவில்லை'],
  'Welcome, please take a seat': [
    'Selamat datang, sila duduk',
    '欢迎，请就座',
    'நல்வரவு, தயவுசெய்து அமரவும்',
  ],
  'Your number is called here': [
    'Nombor anda dipanggil di sini',
    '您的号码将在此显示',
    'உங்கள் எண் இங்கே அழைக்கப்படும்',
  ],
  Free: ['Kosong', '空闲', 'காலி'],
  MONDAY: ['ISNIN', '星期一', 'திங்கள்'],
  TUESDAY: ['SELASA', '星期二', 'செவ்வாய்'],
  WEDNESDAY: ['RABU', '星期三', 'புதன்'],
  THURSDAY: ['KHAMIS', '星期四', 'வியாழன்'],
  FRIDAY: ['JUMAAT', '星期五', 'வெள்ளி'],
  SATURDAY: ['SABTU', '星期六', 'சனி'],
  SUNDAY: ['AHAD', '星期日', 'ஞாயிறு'],
  JANUARY: ['JANUARI', '1月', 'ஜனவரி'],
  FEBRUARY: ['FEBRUARI', '2月', 'பிப்ரவரி'],
  MARCH: ['MAC', '3月', 'மார்ச்'],
  APRIL: ['APRIL', '4月', 'ஏப்ரல்'],
  MAY: ['MEI', '5月', 'மே'],
  JUNE: ['JUN', '6月', 'ஜூன்'],
  JULY: ['JULAI', '7月', 'ஜூலை'],
  AUGUST: ['OGOS', '8月', 'ஆகஸ்ட்'],
  SEPTEMBER: ['SEPTEMBER', '9月', 'செப்டம்பர்'],
  OCTOBER: ['OKTOBER', '10月', 'அக்டோபர்'],
  NOVEMBER: ['NOVEMBER', '11月', 'நவம்பர்'],
  DECEMBER: ['DISEMBER', '12月', 'டிசம்பர்'],
  '{day} {month} {year}': [
    '{day} {month} {year}',
    '{year}年{month}{day}日',
    '{day} {month} {year}',
  ],
  'Reconnecting… as of {time}': [
    'Menyambung semula… setakat {time}',
    '正在重新连接… 截至 {time}',
    'மீண்டும் இணைகிறது… {time} நிலவரம்',
  ],
  'Press OK on the remote for sound': [
    'Tekan OK pada alat kawalan untuk bunyi',
    '按遥控器上的 OK 开启声音',
    'ஒலிக்கு ரிமோட்டில் OK அழுத்தவும்',
  ],
  'Loading prayer times...': [
    'Memuatkan waktu solat...',
    '正在加载礼拜时间...',
    'தொழுகை நேரங்கள் ஏற்றப்படுகின்றன...',
  ],
  'Prayer times not available': [
    'Waktu solat tidak tersedia',
    '无法获取礼拜时间',
    'தொழுகை நேரங்கள் கிடைக்கவில்லை',
  ],
  'Detecting location...': ['Mengesan lokasi...', '正在定位...', 'இடம் கண்டறியப்படுகிறது...'],
  'Loading weather data...': [
    'Memuatkan data cuaca...',
    '正在加载天气...',
    'வானிலை ஏற்றப்படுகிறது...',
  ],
  'Weather data unavailable, retrying...': [
    'Data cuaca tidak tersedia, mencuba lagi...',
    '无法获取天气，正在重试...',
    'வானிலை கிடைக்கவில்லை, மீண்டும் முயல்கிறது...',
  ],
  Humidity: ['Kelembapan', '湿度', 'ஈரப்பதம்'],
  Wind: ['Angin', '风速', 'காற்று'],
  'as of {time}': ['setakat {time}', '截至 {time}', '{time} நிலவரம்'],
  'Using default location': ['Menggunakan lokasi lalai', '使用默认位置', 'இயல்புநிலை இடம்'],
  'Waiting: {count}': ['Menunggu: {count}', '等候：{count}', 'காத்திருப்போர்: {count}'],
  'Now up to {high} min': [
    'Kini sehingga {high} min',
    '现在最多 {high} 分钟',
    'இப்போது {high} நிமிடம் வரை',
  ],
  'Now about {low}-{high} min': [
    'Kini kira-kira {low}-{high} min',
    '现在约 {low}-{high} 分钟',
    'இப்போது சுமார் {low}-{high} நிமிடம்',
  ],
  'Missed: {numbers} - please tell the counter': [
    'Terlepas: {numbers} - sila maklumkan di kaunter',
    '过号：{numbers} - 请告知柜台',
    'தவறியவை: {numbers} - முகப்பில் தெரிவிக்கவும்',
  ],
} satisfies Record<string, Translation>
export type TvWord = keyof typeof WORDS

export type TvWords = Partial<Record<TvWord, string>>

export function translate(
  words: TvWords,
  word: TvWord,
  values: Record<string, string | number> = {},
) {
  const text: string = words[word] ?? word
  return Object.keys(values).reduce(
    (filled, name) => filled.replace(`{${name}}`, String(values[name])),
    text,
  )
}

/** Short words with space for two languages: 'NAMA · NAME'. */
const IN_BOTH: TvWord[] = ['NAME', 'NUMBER', 'ROOM', 'CALLING', 'NO DISPLAY']
/** The welcome has one line per language. */
const WELCOME: TvWord = 'Welcome, please take a seat'

/** Returns the words in one or two languages. The second appears only if both have space. */
export function getTvWords([first = 'en', second]: TvLanguage[]): TvWords {
  const words = listWords(first)
  if (!second) return words
  const others = listWords(second)
  const join = (word: TvWord, separator: string) => {
    words[word] = `${translate(words, word)}${separator}${translate(others, word)}`
  }
  for (const word of IN_BOTH) join(word, ' · ')
  join(WELCOME, '\n')
  return words
}

function listWords(language: TvLanguage): TvWords {
  return language === 'en' ? {} : pickColumn(WORDS, COLUMNS[language])
}

type QueueState = {
  waitingCount: number | null
  range: { low: number; high: number } | null
  missed: string[]
}

export function getQueueTexts({ waitingCount, range, missed }: QueueState, words: TvWords) {
  const texts =
    waitingCount === null ? [] : [translate(words, 'Waiting: {count}', { count: waitingCount })]
  if (range) {
    const { low, high } = range
    texts.push(
      low === 0
        ? translate(words, 'Now up to {high} min', { high })
        : translate(words, 'Now about {low}-{high} min', { low, high }),
    )
  }
  if (missed.length > 0) {
    const numbers = missed.join(', ')
    texts.push(translate(words, 'Missed: {numbers} - please tell the counter', { numbers }))
  }
  return texts
}

export const WEATHER_WORDS: Record<string, Translation> = {
  'Clear sky': ['Langit cerah', '晴朗', 'தெளிவான வானம்'],
  'Mainly clear': ['Kebanyakannya cerah', '大致晴朗', 'பெரும்பாலும் தெளிவு'],
  'Partly cloudy': ['Sebahagian berawan', '局部多云', 'ஓரளவு மேகமூட்டம்'],
  Overcast: ['Mendung', '阴天', 'மேகமூட்டம்'],
  Fog: ['Kabus', '雾', 'மூடுபனி'],
  'Freezing fog': ['Kabus beku', '冻雾', 'உறை மூடுபனி'],
  'Light drizzle': ['Renyai ringan', '小毛毛雨', 'லேசான தூறல்'],
  Drizzle: ['Renyai', '毛毛雨', 'தூறல்'],
  'Heavy drizzle': ['Renyai lebat', '大毛毛雨', 'கனத்த தூறல்'],
  'Light freezing drizzle': ['Renyai beku ringan', '小冻毛毛雨', 'லேசான உறை தூறல்'],
  'Freezing drizzle': ['Renyai beku', '冻毛毛雨', 'உறை தூறல்'],
  'Light rain': ['Hujan ringan', '小雨', 'லேசான மழை'],
  Rain: ['Hujan', '雨', 'மழை'],
  'Heavy rain': ['Hujan lebat', '大雨', 'கனமழை'],
  'Light freezing rain': ['Hujan beku ringan', '小冻雨', 'லேசான உறை மழை'],
  'Freezing rain': ['Hujan beku', '冻雨', 'உறை மழை'],
  'Light snow': ['Salji ringan', '小雪', 'லேசான பனிப்பொழிவு'],
  Snow: ['Salji', '雪', 'பனிப்பொழிவு'],
  'Heavy snow': ['Salji lebat', '大雪', 'கனத்த பனிப்பொழிவு'],
  'Snow grains': ['Butiran salji', '米雪', 'பனித்துகள்'],
  'Light showers': ['Hujan sekejap ringan', '小阵雨', 'லேசான சாரல்'],
  Showers: ['Hujan sekejap', '阵雨', 'சாரல் மழை'],
  'Heavy showers': ['Hujan sekejap lebat', '强阵雨', 'கனத்த சாரல்'],
  'Light snow showers': ['Salji sekejap ringan', '小阵雪', 'லேசான பனிச்சாரல்'],
  'Snow showers': ['Salji sekejap', '阵雪', 'பனிச்சாரல்'],
  Thunderstorm: ['Ribut petir', '雷暴', 'இடியுடன் மழை'],
  'Thunderstorm with hail': ['Ribut petir dan hujan batu', '雷暴伴冰雹', 'ஆலங்கட்டி இடிமழை'],
  'Thunderstorm with heavy hail': [
    'Ribut petir dan hujan batu lebat',
    '雷暴伴大冰雹',
    'கனத்த ஆலங்கட்டி இடிமழை',
  ],
}

export function translateWeather(description: string, language: TvLanguage = 'en') {
  if (language === 'en') return description
  return WEATHER_WORDS[description]?.[COLUMNS[language]] ?? description
}
