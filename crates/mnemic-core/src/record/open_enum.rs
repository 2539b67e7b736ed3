//! Sets of names that Mnemic knows, in fields where other tools and later versions may write more.

/// Defines an enum of known names that keeps every other name as it is written.
macro_rules! open_enum {
    (
        $(#[$attribute:meta])*
        $name:ident { $($(#[$variant_attribute:meta])* $variant:ident $text:literal,)+ }
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_attribute])* $variant,)+
            /// A name that this version does not know.
            Other(String),
        }

        impl $name {
            /// The name as it is written.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)+
                    Self::Other(name) => name,
                }
            }
        }

        impl From<String> for $name {
            fn from(name: String) -> Self {
                match name.as_str() {
                    $($text => Self::$variant,)+
                    _ => Self::Other(name),
                }
            }
        }

        impl From<&str> for $name {
            fn from(name: &str) -> Self {
                name.to_owned().into()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(Self::from)
            }
        }
    };
}

pub(crate) use open_enum;

#[cfg(test)]
mod tests {
    open_enum! {
        /// Colours.
        Colour {
            /// Red.
            Red "red",
        }
    }

    #[test]
    fn known_and_unknown_names_are_written_as_they_were_read() {
        for (text, colour) in
            [(r#""red""#, Colour::Red), (r#""teal""#, Colour::Other("teal".to_owned()))]
        {
            assert_eq!(serde_json::from_str::<Colour>(text).unwrap(), colour);
            assert_eq!(serde_json::to_string(&colour).unwrap(), text);
        }
    }
}
