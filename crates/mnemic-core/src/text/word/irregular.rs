//! Words whose forms are not made by endings, as `went` of `go`: stemming alone does not bring them together.

/// Groups of forms.
const FORMS: [&str; 118] = [
    "become became",
    "begin began begun",
    "bite bit bitten",
    "blow blew blown",
    "break broke broken",
    "bring brought",
    "build built",
    "buy bought",
    "catch caught",
    "child children",
    "choose chose chosen",
    "come came",
    "creep crept",
    "deal dealt",
    "dig dug",
    "draw drew drawn",
    "drink drank drunk",
    "drive drove driven",
    "eat ate eaten",
    "fall fell fallen",
    "feed fed",
    "feel felt",
    "fight fought",
    "find found",
    "flee fled",
    "fly flew flown",
    "foot feet",
    "forget forgot forgotten",
    "forgive forgave forgiven",
    "freeze froze frozen",
    "get got gotten",
    "give gave given",
    "go went gone",
    "goose geese",
    "grow grew grown",
    "half halves",
    "hang hung",
    "hear heard",
    "hide hid hidden",
    "hold held",
    "keep kept",
    "kneel knelt",
    "knife knives",
    "know knew known",
    "lay laid",
    "lead led",
    "leaf leaves",
    "lend lent",
    "life lives",
    "light lit",
    "lose lost",
    "make made",
    "man men",
    "mean meant",
    "meet met",
    "mistake mistook mistaken",
    "mouse mice",
    "overcome overcame",
    "pay paid",
    "person people",
    "prove proven",
    "rebuild rebuilt",
    "rewrite rewrote rewritten",
    "ride rode ridden",
    "ring rang rung",
    "rise rose risen",
    "run ran",
    "say said",
    "see saw seen",
    "seek sought",
    "sell sold",
    "send sent",
    "sew sewn",
    "shake shook shaken",
    "shelf shelves",
    "shine shone",
    "shoot shot",
    "show shown",
    "shrink shrank shrunk",
    "sing sang sung",
    "sink sank sunk",
    "sit sat",
    "sleep slept",
    "slide slid",
    "speak spoke spoken",
    "speed sped",
    "spend spent",
    "spin spun",
    "stand stood",
    "steal stole stolen",
    "stick stuck",
    "strike struck stricken",
    "string strung",
    "swear swore sworn",
    "sweep swept",
    "swell swollen",
    "swim swam swum",
    "swing swung",
    "take took taken",
    "teach taught",
    "tear tore torn",
    "tell told",
    "think thought",
    "thief thieves",
    "throw threw thrown",
    "tooth teeth",
    "undergo underwent undergone",
    "understand understood",
    "wake woke woken",
    "wear wore worn",
    "weave wove woven",
    "weep wept",
    "wife wives",
    "win won",
    "wind wound",
    "withdraw withdrew withdrawn",
    "woman women",
    "write wrote written",
];

/// The other forms of a word in lower case.
pub fn other_forms(word: &str) -> impl Iterator<Item = &'static str> {
    let group = FORMS.iter().find(|group| group.split(' ').any(|form| form == word));
    group.into_iter().flat_map(|group| group.split(' ')).filter(move |form| *form != word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_leads_to_the_others_of_its_group() {
        assert_eq!(other_forms("went").collect::<Vec<_>>(), ["go", "gone"]);
        assert_eq!(other_forms("child").collect::<Vec<_>>(), ["children"]);
        assert_eq!(other_forms("table").count(), 0);
    }

    #[test]
    fn no_form_belongs_to_two_groups() {
        let mut seen = std::collections::HashSet::new();
        for form in FORMS.iter().flat_map(|group| group.split(' ')) {
            assert!(seen.insert(form), "{form}");
        }
    }
}
