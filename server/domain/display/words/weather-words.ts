import type { TvLanguage } from './languages.ts'

type Translation = [ms: string, zh: string, ta: string]

/** Translations of the weather descriptions, with the English words as keys. */
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
  return WEATHER_WORDS[description]?.[{ ms: 0, zh: 1, ta: 2 }[language]] ?? description
}
