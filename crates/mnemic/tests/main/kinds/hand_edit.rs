//! Hand edits of blocks that show fields: new blocks, values that do not fit, lost anchors, damaged files.

use super::*;

#[tokio::test]
async fn what_a_person_writes_on_a_shelf_is_a_specimen() {
    in_every_form(async |vault, form| {
        remember(&vault, form).await;
        vault.edit(form, |text| match form {
            Form::Section => text.replace(
                "## Mentions",
                "#### Specimen: Newt\n- **Description**: Found by hand\n- **Weight**: 2.5\n- **Owner**: Ada\n\n## Mentions",
            ),
            Form::Item => text.replace("## Catalogue", "- Found by hand\n\n## Catalogue"),
            Form::Row => {
                let row = "| Found by hand |  |  | 2.5 |\n";
                let end = text.find("\n\n## Sightings").unwrap() + 1;
                format!("{}{row}{}", &text[..end], &text[end..])
            }
            Form::Line => text.replacen("```\n", "```\nFound by hand\n", 1),
            Form::Element => {
                text.replacen("[\n", "[\n    {\"description\": \"Found by hand\", \"weight\": 2.5, \"owner\": \"Ada\"},\n", 1)
            }
        });
        let engine = vault.open().await;
        let memories = all(&engine).await;
        assert_eq!(memories.len(), 2, "{form:?}: {}", vault.read(form));
        let written = &memories[1];
        assert_eq!((written.text.as_str(), written.kind()), ("Found by hand", "specimen"), "{form:?}");
        if shows_fields(form) {
            assert_eq!(body_of(written).weight, Some(2.5), "{form:?}");
        }
        if matches!(form, Form::Section | Form::Element) {
            assert!(body_of(written).extra.values().any(|owner| owner == "Ada"), "{form:?}");
            assert_eq!(recalled(&engine, "Ada").await[0], "Found by hand", "{form:?}");
        }
        engine.close().await.unwrap();
        let text = vault.read(form);
        assert!(text.contains(written.anchor.as_str()), "{form:?}: {text}");
    })
    .await;
}

#[tokio::test]
async fn a_value_that_a_field_cannot_hold_is_left_to_its_writer() {
    let vault = Vault::new(false);
    remember(&vault, Form::Section).await;
    vault.edit(Form::Section, |text| text.replace("- **Alive**: yes", "- **Alive**: perhaps"));
    let engine = vault.open().await;
    assert_eq!(body_of(&only(&engine).await).alive, Some(true));
    let health = engine.doctor(&by(&Reach::Vault), false).await.unwrap();
    let reasons: Vec<String> = health.findings.iter().map(|finding| finding.what.clone()).collect();
    let expected = "block at line 7: `Alive` is `perhaps`, which is not yes or no";
    assert!(reasons.iter().any(|what| what.contains(expected)), "{reasons:?}");
    engine.close().await.unwrap();
    assert!(vault.read(Form::Section).contains("- **Alive**: perhaps"));
}

#[tokio::test]
async fn what_is_left_to_its_writer_outlives_other_changes() {
    let vault = Vault::new(false);
    let made = remember(&vault, Form::Section).await;
    vault.edit(Form::Section, |text| {
        text.replace("- **Alive**: yes", "- **Alive**: perhaps\n- **Note**: one\n- **Note**: two")
            .replace("Oak wood", "Beech wood")
    });
    let engine = vault.open().await;
    let edited = only(&engine).await;
    assert_eq!(body_of(&edited).alive, Some(true));
    assert_eq!(body_of(&edited).extra["Note"], "one");
    let reference: Reference = made.anchor.as_str().parse().unwrap();
    let body = Specimen { weight: Some(7.0), ..body_of(&edited).clone() };
    let amendment =
        Amendment { body: Some(Body::Specimen(Box::new(body))), ..Amendment::default() };
    engine.update(&by(&Reach::Vault), &reference, amendment).await.unwrap();
    engine.close().await.unwrap();
    let text = vault.read(Form::Section);
    for line in [
        "- **Alive**: perhaps\n",
        "- **Note**: one\n- **Note**: two\n",
        "Beech wood",
        "- **Weight**: 7\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[tokio::test]
async fn a_block_larger_than_a_document_has_one_to_itself() {
    for form in FORMS {
        let vault = Vault::new(false);
        let engine = vault.open().await;
        let caller = by(&Reach::Vault);
        let site = Some("long ".repeat(12_000));
        for text in ["One", "Two"] {
            let body = Body::Specimen(Box::new(Specimen { site: site.clone(), ..specimen(form) }));
            let draft = Draft { body, ..Draft::note(Scope::Global, text) };
            engine.remember(&caller, draft).await.unwrap();
            engine.update_documents().await.unwrap();
        }
        engine.close().await.unwrap();
        let engine = vault.open().await;
        assert_eq!(engine.status(&caller).await.unwrap().stale_documents.len(), 0, "{form:?}");
        assert_eq!(all(&engine).await.len(), 2, "{form:?}");
    }
}

#[tokio::test]
async fn a_file_that_is_no_json_is_damage_and_left_alone() {
    let vault = Vault::new(false);
    remember(&vault, Form::Element).await;
    vault.edit(Form::Element, |text| text.replace("[\n", "[,\n"));
    let broken = vault.read(Form::Element);
    let engine = vault.open().await;
    assert_eq!(all(&engine).await.len(), 1);
    let health = engine.doctor(&by(&Reach::Vault), false).await.unwrap();
    let findings = format!("{:?}", health.findings);
    assert!(findings.contains("is not valid JSON (line 3, column 17)"), "{findings}");
    engine.close().await.unwrap();
    assert_eq!(vault.read(Form::Element), broken);
}

/// The document without an anchor, as a formatter or a person leaves it.
fn without_anchor(text: &str, form: Form, anchor: &str) -> String {
    match form {
        Form::Element => text.replace(&format!("\"anchor\": \"{anchor}\","), ""),
        _ => text.replace(&format!(" ^{anchor}"), ""),
    }
}

#[tokio::test]
async fn a_field_that_changes_as_its_anchor_goes_is_taken_in() {
    in_every_form(async |vault, form| {
        let made = remember(&vault, form).await;
        vault.edit(form, |text| {
            without_anchor(&text, form, made.anchor.as_str()).replace("Oak wood", "Beech wood")
        });
        let engine = vault.open().await;
        let edited = only(&engine).await;
        assert_eq!((edited.id, &edited.text), (made.id, &made.text), "{form:?}");
        let mut expected = specimen(form);
        if shows_fields(form) {
            expected.site = Some("Beech wood | edge\nnear the brook".to_owned());
        }
        assert_eq!(*body_of(&edited), expected, "{form:?}");
        engine.close().await.unwrap();
        let text = vault.read(form);
        assert_eq!(text.matches(made.anchor.as_str()).count(), 1, "{form:?}: {text}");
        assert_eq!(text.matches("A horned beetle").count(), 1, "{form:?}: {text}");
    })
    .await;
}

#[tokio::test]
async fn an_archived_block_pasted_back_is_what_it_was() {
    for has_anchor in [true, false] {
        let vault = Vault::new(false);
        let made = remember(&vault, Form::Section).await;
        let engine = vault.open().await;
        let reference: Reference = made.anchor.as_str().parse().unwrap();
        engine.forget(&by(&Reach::Vault), &reference).await.unwrap();
        engine.close().await.unwrap();
        let archive = fs::read_dir(vault.path().join("global/archive")).unwrap().next().unwrap();
        let archive = fs::read_to_string(archive.unwrap().path()).unwrap();
        let block = &archive[archive.find("\n- ").unwrap() + 1..];
        assert!(block.contains("- **Site**: Oak wood"), "{archive}");
        let mut block = block.replace("Oak wood", "Beech wood");
        if !has_anchor {
            block = without_anchor(&block, Form::Item, made.anchor.as_str());
        }
        vault.edit(Form::Item, |text| {
            text.replace("## Catalogue", &format!("{block}\n## Catalogue"))
        });
        let expected = Specimen {
            site: Some("Beech wood | edge\nnear the brook".to_owned()),
            ..specimen(Form::Section)
        };
        for _ in 0..2 {
            let engine = vault.open().await;
            let back = only(&engine).await;
            assert_eq!((back.id, &back.text), (made.id, &made.text));
            assert_eq!(*body_of(&back), expected);
            engine.close().await.unwrap();
            let text = vault.read(Form::Item);
            assert_eq!(text.matches("A horned beetle").count(), 1, "{text}");
            assert!(!text.contains("**Site**"), "{text}");
        }
    }
}

#[tokio::test]
async fn a_json_document_that_cannot_be_read_is_not_accepted() {
    let vault = Vault::new(false);
    remember(&vault, Form::Element).await;
    vault.edit(Form::Element, |text| text.replace("[\n", "[,\n"));
    let broken = vault.read(Form::Element);
    let engine = vault.open().await;
    let caller = by(&Reach::Vault);
    let refused = engine.accept_document(&caller, document(Form::Element)).await.unwrap_err();
    assert_eq!(refused.code().as_str(), "document-unreadable");
    let told = refused.to_string();
    assert_eq!(told, "`global/specimens.json` is not valid JSON (line 3, column 17)");
    assert_eq!((all(&engine).await.len(), vault.read(Form::Element)), (1, broken));
    let health = engine.doctor(&caller, false).await.unwrap();
    let remedies = format!("{:?}", health.findings);
    assert!(remedies.contains("doctor --rewrite") && !remedies.contains("--accept"), "{remedies}");
}

#[tokio::test]
async fn a_json_document_that_is_missing_is_accepted_as_an_empty_one() {
    let vault = Vault::new(false);
    remember(&vault, Form::Element).await;
    fs::remove_file(vault.path().join(document(Form::Element))).unwrap();
    let engine = vault.open().await;
    let caller = by(&Reach::Vault);
    assert_eq!(all(&engine).await.len(), 1);
    engine.accept_document(&caller, document(Form::Element)).await.unwrap();
    assert_eq!(all(&engine).await.len(), 0);
    engine.remember(&caller, draft(Form::Element, "Another")).await.unwrap();
    engine.close().await.unwrap();
    assert!(vault.read(Form::Element).contains("Another"));
}

#[tokio::test]
async fn tags_in_a_field_have_the_limits_of_tags() {
    let many: Vec<String> = (0..65).map(|number| format!("t{number}")).collect();
    for (given, kept) in [
        ("oak, code review, Oak", Ok(["oak", "code-review"])),
        ("oak, 2024", Err("Tags` is `oak, 2024`, which is not a list of at most 64 tags")),
        (&many.join(", "), Err("which is not a list of at most 64 tags")),
    ] {
        let vault = Vault::new(false);
        remember(&vault, Form::Section).await;
        let line = format!("- **Alive**: yes\n- **Tags**: {given}");
        vault.edit(Form::Section, |text| text.replace("- **Alive**: yes", &line));
        let engine = vault.open().await;
        let tags = only(&engine).await.tags;
        match kept {
            Ok(kept) => assert_eq!(tags, kept),
            Err(fault) => {
                assert_eq!(tags, Vec::<String>::new(), "{given}");
                let health = engine.doctor(&by(&Reach::Vault), false).await.unwrap();
                let told = format!("{:?}", health.findings);
                assert!(told.contains(fault), "{told}");
            }
        }
    }
}
