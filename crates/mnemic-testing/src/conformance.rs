//! The store conformance suite: one function per sentence of the contract, stamped into each
//! backend as a test by [`store_conformance`](crate::store_conformance).

pub mod body;
pub mod cursor;
pub mod document;
pub mod field;
pub mod filter;
pub mod generation;
pub mod history;
pub mod link;
pub mod neighbour;
pub mod order;
pub mod reach;
pub mod resolve;
pub mod search;
pub mod vector;
pub mod vocabulary;

use mnemic_core::record::memory::Memory;

/// The running numbers by which the sentences tell their memories apart.
fn numbers<'a>(memories: impl IntoIterator<Item = &'a Memory>) -> Vec<u64> {
    memories.into_iter().filter_map(|memory| memory.number).collect()
}

/// Stamps one test per sentence of the store contract into a backend's integration tests.
///
/// Takes a function that makes the backend's index in a directory:
/// `store_conformance!(|dir| Box::new(SqliteIndex::new(dir.join("index"))));`
#[macro_export]
macro_rules! store_conformance {
    ($make:expr) => {
        $crate::store_conformance! { @stamp $make;
            reach {
                no_read_returns_a_memory_of_a_foreign_scope
                an_empty_reach_sees_nothing
                a_reach_over_several_scopes_sees_them_all
                the_vault_sees_every_scope
            }
            resolve {
                a_number_an_anchor_and_an_id_each_name_a_memory
                a_prefix_of_an_anchor_or_an_id_is_enough
                an_exact_name_wins_over_prefixes
                a_name_out_of_reach_does_not_hide_one_within
                at_most_the_limit_is_returned_by_id
            }
            filter {
                every_operator_selects_what_it_says
                a_piece_of_text_is_held_letter_for_letter
                an_absent_field_passes_only_the_negations
                values_of_another_type_are_never_equal_and_never_ordered
                tags_are_compared_one_by_one_without_regard_to_case
                times_are_compared_to_the_nanosecond
                what_was_changed_is_as_new_as_its_change
                all_conditions_must_hold
                names_with_quotes_are_only_text
                a_count_counts_what_a_query_returns
                a_list_of_values_may_have_any_length
                any_number_of_pieces_of_text_is_looked_for
                a_reach_may_have_any_number_of_scopes
                as_many_conditions_as_allowed_are_carried_out
            }
            field {
                every_header_field_is_filtered_and_ordered_by
                accesses_are_counted_from_zero
                every_body_field_is_filtered_and_ordered_by
            }
            body {
                a_flag_is_true_or_false_or_absent
                a_list_passes_when_any_of_its_items_does
                a_body_value_of_another_type_is_never_equal_and_never_ordered
                a_kind_of_another_version_has_no_body_values
                a_changed_body_is_found_by_its_present_values_only
                usage_and_a_number_leave_body_values_as_they_are
                a_memory_out_of_use_keeps_its_body_values
                a_dropped_memory_leaves_no_body_values
                a_search_passes_only_what_has_the_body_value
            }
            order {
                the_newest_come_first_unless_told_otherwise
                absent_values_come_last_in_both_directions
                pages_joined_together_hold_each_memory_once
                the_last_page_has_no_next
            }
            search {
                a_memory_with_any_of_the_terms_is_found
                more_and_rarer_terms_rank_higher
                equal_matches_come_by_id
                operators_are_only_words
                no_question_makes_the_search_fail
                no_term_makes_the_search_fail
                a_query_without_terms_finds_nothing
                words_match_in_other_forms_and_without_accents
                a_word_beside_a_picture_is_found
                chinese_japanese_and_korean_are_found_by_pairs
                a_single_cjk_character_is_found_wherever_it_stands
                what_is_written_together_or_apart_is_found_both_ways
                tags_and_authors_are_found
                cjk_tags_are_found_by_pairs
                a_filter_never_starves_the_search
                a_foreign_scope_never_starves_the_search
                archived_memories_are_found_unless_filtered_out
                at_most_the_pool_is_returned
                many_terms_are_cut_to_the_rarest
                a_changed_text_is_found_by_its_present_words_only
                a_dropped_memory_is_not_found
                files_labels_and_dates_are_found
                a_heading_is_found_after_a_move
                the_opening_of_a_long_text_counts_more_than_the_rest
                terms_are_counted
                every_term_must_be_held_when_all_are_asked_for
                longer_words_match_when_beginnings_are_asked_for
                a_rare_word_is_told_from_common_ones
                a_filter_never_starves_the_search_for_common_words
                common_words_tell_where_they_stand_together
            }
            vocabulary {
                a_misspelt_word_is_told_as_a_memory_writes_it
                the_nearest_word_is_told_then_the_most_frequent
                a_word_out_of_reach_is_never_told
            }
            link {
                a_memory_is_linked_to_those_it_names_and_those_that_name_it
                links_lead_to_what_is_within_reach_and_passes
                of_many_that_name_a_memory_the_newest_are_told
                links_go_with_the_text_that_holds_them
            }
            neighbour {
                neighbours_are_of_the_same_session_and_scope_nearest_first
                without_a_place_in_the_session_time_decides
                a_memory_without_a_session_has_no_spot
                memories_come_in_the_order_of_their_ids_given
                what_is_as_it_was_written_is_vouched_for
                only_what_passes_and_is_within_reach_is_a_neighbour
            }
            vector {
                the_nearest_come_first
                vectors_of_another_embedder_are_never_compared
                a_filter_and_a_foreign_scope_never_starve_the_arm
                a_vector_that_says_nothing_finds_nothing
                a_vector_of_other_dimensions_is_not_kept
                a_vector_goes_with_the_text_it_was_made_of
                a_vector_stays_when_something_else_changes
                another_view_of_the_index_sees_new_vectors
                vectors_read_back_as_they_were_written
                what_has_no_vector_is_told_newest_first
                a_dropped_memory_has_no_vector
            }
            history {
                a_memory_reads_back_as_it_was_written
                a_memory_from_another_version_reads_back_as_it_was_written
                a_fingerprint_finds_the_memories_of_exactly_its_scope
                a_reference_finds_the_memory_of_exactly_its_scope
                former_states_come_oldest_first
                a_former_state_is_found_by_what_it_said
                conflicts_stay_until_they_are_settled
                a_contradiction_is_kept_once_and_ends_with_what_was_said
                a_contradiction_is_listed_while_both_sides_are_active_and_within_reach
                sessions_that_repeated_a_memory_come_by_name
                the_census_counts_by_scope_and_lifecycle
                signals_are_set_and_nothing_else
                a_number_is_set
                a_dropped_memory_leaves_nothing
            }
            document {
                a_document_is_known_from_its_first_state
                a_state_lands_when_its_own_hash_does
                a_look_at_the_file_is_remembered
                a_new_state_has_not_been_compared_with_the_file
                each_rendering_has_all_its_blocks
                only_recent_renderings_are_kept
                a_memory_is_unrendered_until_its_block_shows_its_version
                the_oldest_unrendered_memories_come_first
                a_block_written_before_its_memory_counts
                a_memory_without_a_home_is_never_stale
                a_move_leaves_both_documents_stale
                a_move_can_be_rendered_in_either_order
                a_block_that_is_gone_must_be_rendered_again
                log_lines_wait_until_a_state_takes_them
                anchors_find_memories_of_every_scope
            }
            cursor {
                a_new_store_is_at_the_beginning
                the_cursor_moves_with_the_changes
                a_transaction_without_a_cursor_leaves_it
                a_transaction_that_fails_changes_nothing
                what_is_needed_is_loaded_and_no_more
                memories_without_a_number_are_told_by_id
                a_healthy_store_has_no_faults
                a_store_that_was_searched_before_it_was_written_has_no_faults
            }
            generation {
                an_index_begins_without_a_generation
                a_build_is_invisible_until_the_switch
                a_switch_makes_the_build_current
                other_processes_notice_a_switch
                an_abandoned_build_is_replaced
                what_no_generation_needs_is_swept_and_the_current_one_stays
                nothing_built_cannot_become_current
                an_unchanged_index_opens_the_same_store
                what_no_journal_records_is_told_with_its_past
            }
        }
    };
    (@stamp $make:expr; $($module:ident { $($sentence:ident)* })*) => {
        $(mod $module {
            #[allow(unused_imports, clippy::allow_attributes, reason = "what `$make` needs")]
            use super::*;

            $(#[tokio::test]
            async fn $sentence() {
                let backend = $crate::Backend::new($make);
                $crate::conformance::$module::$sentence(&backend).await.unwrap();
            })*
        })*
    };
}
